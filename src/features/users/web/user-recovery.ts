// Keys of what was typed about a user when the session ended, shared with what opens the dialogs.
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'

export const NEW_USER_KEY = 'user:new'
export const changeUserKey = (id: string) => `user:${id}`
export const changeRoleKey = (userId: string) => `user-role:${userId}`

/** Which dialog of a user to open again. */
export function recoverableDialog(userId: string) {
  if (hasFormSnapshot(changeUserKey(userId))) return 'change'
  return hasFormSnapshot(changeRoleKey(userId)) ? 'role' : undefined
}
