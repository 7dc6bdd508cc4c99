// Passwords that staff choose for other people, for every feature.
export { AssignedPasswordField } from './assigned-password-field.tsx'
export { NewPassword, withPasswordRules } from './password-schema.ts'
export { SetPasswordDialog } from './set-password.dialog.tsx'
