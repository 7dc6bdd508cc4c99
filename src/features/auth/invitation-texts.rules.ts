// What the invitations of staff and of customers say of signing in. A mail never has a password.
import { onOneLine } from '#shared/text.rules.ts'
import { linkLifetimes } from './lifetimes.rules.ts'

type SignIn = { email: string; invitedBy: string | null; signIn: string }

/** The password that was typed is the way in; who typed it passes it on. */
export const signInText = ({ email, invitedBy, signIn }: SignIn) =>
  `Du loggar in med ${email} här, lösenordet får du av ${invitedBy === null ? 'oss' : onOneLine(invitedBy)}:\n${signIn}`

/** Before the link. */
export const ownPasswordText = `Eller välj ditt lösenord här. Länken fungerar en gång och i ${linkLifetimes.invitation.inWords}:`
