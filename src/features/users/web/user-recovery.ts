// Recovery keys of the dialogs of a user, shared with the components that open them.
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'

export const NEW_USER_KEY = 'user:new'
export const changeUserKey = (id: string) => `user:${id}`
export const changeRoleKey = (userId: string) => `user-role:${userId}`

/** Which dialog of a user to reopen. */
export function recoverableDialog(userId: string) {
  if (hasFormSnapshot(changeUserKey(userId))) return 'change'
  return hasFormSnapshot(changeRoleKey(userId)) ? 'role' : undefined
}
