// In a file of its own because the dialog loads when it is opened.

/** The form's key in form-recovery.ts. */
export const NEW_KEY_FORM = 'new-api-key'
