// What other features and the browser entry may use of the session.
export { leave } from './leave.ts'
export { useMe } from './me.ts'
export { RequireCustomer, RequireStaff } from './require.tsx'
export { startSession } from './session.ts'
