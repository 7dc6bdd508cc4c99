export { OwnPassword } from './own-password.tsx'
export { OwnSessions } from './own-sessions.tsx'
export { ownSessionsQuery } from './settings.api.ts'
