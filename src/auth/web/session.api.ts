// The session's exports for other features and the browser entry.

export { signedInPerson, useIsAdmin, useMayCall, useMe } from './me.ts'
export { RequireCustomer, RequireStaff } from './require.tsx'
export { startSession } from './session.ts'
export { useSignOut } from './use-sign-out.tsx'
