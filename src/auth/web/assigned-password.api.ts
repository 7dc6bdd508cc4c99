// A password that somebody chooses for somebody else, in whatever feature.
export { judged, NewPassword, PasswordToTell } from './assigned-password-field.tsx'
export { SetPasswordDialog } from './set-password.dialog.tsx'
