// The sign-in instructions in the invitations of staff and customers. A mail never contains a password.
import { onOneLine } from '#shared/text.rules.ts'
import { linkLifetimes } from './lifetimes.rules.ts'

type SignIn = { email: string; invitedBy: string | null; signIn: string }

/** For a login with an initial password, which the inviter passes on. */
export const signInText = ({ email, invitedBy, signIn }: SignIn) =>
  `Du loggar in med ${email} här, lösenordet får du av ${invitedBy === null ? 'oss' : onOneLine(invitedBy)}:\n${signIn}`

/** Before the link. */
export const ownPasswordText = `Eller välj ditt lösenord här. Länken fungerar en gång och i ${linkLifetimes.invitation.label}:`
