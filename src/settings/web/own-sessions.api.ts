export { OwnSessions } from './own-sessions.tsx'
export { ownSessionsQuery } from './settings.api.ts'
