import { TokenRefused, TokenUnreachable } from '#lib/server/microsoft-token.ts'
import type { MailboxKind } from '#mailboxes/mailboxes.contract.ts'
import { Unreadable } from '#vault/server/envelope.ts'

type Failed = { code?: string; authenticationFailed?: boolean; mailboxMissing?: boolean; responseStatus?: string }

/** Why a mailbox cannot be read, and what to do. Nothing that the server said is repeated. */
export function failureInWords(
  error: unknown,
  { kind, host, folder }: { kind: MailboxKind; host: string; folder: string },
): string {
  if (error instanceof Unreadable) return 'Lösenordet går inte att läsa, för nyckeln till valvet saknas. Ange det igen.'
  if (error instanceof TokenRefused)
    return 'Microsoft godkände inte programmet. Kontrollera katalog-id, program-id och hemlighet.'
  if (error instanceof TokenUnreachable)
    return 'Det gick inte att nå Microsofts inloggning (login.microsoftonline.com). Kontrollera att servern når internet.'
  const { code = '', authenticationFailed, mailboxMissing } = error as Failed
  if (authenticationFailed && kind === 'microsoft')
    return 'Microsoft godkände programmet, men det får inte läsa brevlådan. Kontrollera adressen, Add-MailboxPermission och IMAP.AccessAsApp.'
  if (authenticationFailed) return 'Servern godkände inte inloggningen. Kontrollera användarnamn och lösenord.'
  if (mailboxMissing) return `Mappen ${folder} finns inte i brevlådan.`
  return (
    reasons.find(({ codes }) => codes.some((one) => code.includes(one)))?.say(host) ??
    `Anslutningen till ${host} bröts.`
  )
}

const reasons = [
  { codes: ['ENOTFOUND', 'EAI_AGAIN'], say: (host: string) => `Servern ${host} finns inte. Kontrollera namnet.` },
  { codes: ['ECONNREFUSED'], say: (host: string) => `Servern ${host} svarar inte på den porten.` },
  {
    codes: ['ETIMEDOUT', 'CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'ETIMEOUT', 'GREEETING_TIMEOUT'],
    say: (host: string) => `Servern ${host} svarade inte i tid.`,
  },
  {
    codes: ['CERT', 'SELF_SIGNED', 'UNABLE_TO_VERIFY', 'ALTNAME', 'ERR_TLS', 'ERR_SSL', 'EPROTO', 'WRONG_VERSION'],
    say: (host: string) => `Servern ${host} gav ingen säker anslutning. Kontrollera namn, port och kryptering.`,
  },
]
