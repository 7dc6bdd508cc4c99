// Keys of what was typed about a user when the session ended, shared with what opens the dialogs.
export const NEW_USER_KEY = 'user:new'
export const changeUserKey = (id: string) => `user:${id}`
