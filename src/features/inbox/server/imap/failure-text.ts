import { Unreadable } from '#features/vault/server/envelope.ts'
import { isOfCertificate } from '#platform/http/certificate-error.ts'
import { HostUnreachable } from '#platform/http/outgoing-guard.ts'
import { TokenRefused, TokenUnreachable } from '#platform/mail/microsoft-token.ts'
import type { MailboxKind } from '../../mailboxes.contract.ts'
import { MailNotReceived } from './receive-or-store.ts'

type Failed = { code?: string; authenticationFailed?: boolean; mailboxMissing?: boolean }

/** Whether the server was reached and refused the sign-in or has a bad certificate; other errors count as unreachable. */
export const isOfReachedServer = (error: unknown): boolean =>
  (error as Failed).authenticationFailed === true || isOfCertificate(error as Failed)

/** Why a mailbox cannot be read, and what to do. Contains no text of the server. */
export function failureText(
  error: unknown,
  { kind, host, folder }: { kind: MailboxKind; host: string; folder: string },
): string {
  if (error instanceof Unreadable) return 'Lösenordet går inte att läsa, för nyckeln till valvet saknas. Ange det igen.'
  if (error instanceof TokenRefused)
    return 'Microsoft godkände inte programmet. Kontrollera katalog-id, program-id och hemlighet.'
  if (error instanceof TokenUnreachable)
    return 'Det gick inte att nå Microsofts inloggning (login.microsoftonline.com). Kontrollera att servern når internet.'
  if (error instanceof MailNotReceived)
    return 'Ett mejl i brevlådan gick inte att ta emot. Stödpunkt försöker igen, och lägger det annars i Inkorg som oläsligt.'
  if (error instanceof HostUnreachable)
    return `Servern ${host} kan inte nås. Kontrollera namn, port och kryptering. En server i det egna nätet anges också i ALLOW_PRIVATE_HOSTS.`
  const failed = error as Failed
  if (failed.authenticationFailed && kind === 'microsoft')
    return 'Microsoft godkände programmet, men det får inte läsa brevlådan. Kontrollera adressen, Add-MailboxPermission och IMAP.AccessAsApp.'
  if (failed.authenticationFailed) return 'Servern godkände inte inloggningen. Kontrollera användarnamn och lösenord.'
  if (isOfCertificate(failed))
    return `Certifikatet från ${host} går inte att lita på. Kontrollera att namnet är det som står i certifikatet.`
  if (failed.mailboxMissing) return `Mappen ${folder} finns inte i brevlådan.`
  return `Anslutningen till ${host} bröts.`
}
