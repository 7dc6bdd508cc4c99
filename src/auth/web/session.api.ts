// What other features and the browser entry may use of the session.

export { useMe } from './me.ts'
export { RequireCustomer, RequireStaff } from './require.tsx'
export { startSession } from './session.ts'
export { leave } from './sign-out.ts'
