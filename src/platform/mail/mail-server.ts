// The servers that accept outgoing mail: that of the environment, and those that administrators have entered.
import type { Socket } from 'node:net'
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js'
import { isOfCertificate } from '#platform/http/certificate-error.ts'
import { HostUnreachable, type OutgoingGuard } from '#platform/http/outgoing-guard.ts'
import { MailRefused } from './mail-refused.ts'
import { isOfPlainServer, openSmtpSocket, type SmtpAddress } from './smtp-socket.ts'
import { openSmtpTokens, type SmtpApplication, tokenOptions } from './smtp-token.ts'

export type MailServer = {
  /** The organization whose administrators entered it; null for the server of the environment, which all use. */
  orgId: string | null
  /** The sender: MAIL_FROM, or an address with a name; without a name the company's is used. */
  from: string | { address: string; name: string | null }
  /** The options of a connection for one mail, which may already be open. Throws MailRefused. */
  connect(): Promise<SMTPTransport.Options & { connection?: Socket | undefined }>
  /** Called after a refused sign-in: drops a cached token. */
  forgetToken?: () => void
}

// A mail that waits for an unresponsive server delays the jobs behind it.
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

type OfEnvironment = { smtpUrl: string; application: SmtpApplication | undefined; from: string }

export function environmentServer({ smtpUrl: url, application, from }: OfEnvironment): MailServer {
  const tokens = application && openSmtpTokens(application)
  return {
    orgId: null,
    from,
    connect: async () => {
      const token = await tokens?.get().catch((error: Error) => {
        throw new MailRefused(error.name)
      })
      // nodemailer reads the server from `url`, which its type of options leaves out.
      const server: SMTPTransport.Options & { url: string } = { url, ...timeouts }
      return token === undefined ? server : { ...server, ...tokenOptions(url, token) }
    },
    ...(tokens && { forgetToken: () => tokens.forget() }),
  }
}

export type EnteredServer = SmtpAddress & {
  orgId: string
  /** Null for a server that requires no sign-in. Throws MailRefused when the password cannot be read. */
  signIn: () => Promise<{ login: string; password: string } | null>
  fromAddress: string
  fromName: string | null
}

/** Connects only to addresses that the guard permits. */
export const enteredServer = (
  { orgId, host, port, tls, signIn, fromAddress, fromName }: EnteredServer,
  guard: OutgoingGuard,
): MailServer => ({
  orgId,
  from: { address: fromAddress, name: fromName },
  connect: async () => {
    const known = await signIn()
    const connection = await openSmtpSocket(guard, { host, port, tls }).catch((error: unknown) => {
      throw new MailRefused(connectionCode(error))
    })
    return {
      ...timeouts,
      connection,
      host,
      port,
      secure: tls === 'tls',
      secured: tls === 'tls',
      requireTLS: tls === 'starttls',
      ignoreTLS: tls === 'none',
      ...(known && { auth: { user: known.login, pass: known.password } }),
    }
  },
})

/** Codes besides nodemailer's: what an administrator can correct. */
export const ownRefusals = {
  certificate: 'ECERTIFICATE',
  plainServer: 'EPLAIN',
  sender: 'ESENDER',
  unreachable: 'EUNREACHABLE',
  keyMissing: 'EKEY',
} as const

function connectionCode(error: unknown): string {
  if (error instanceof HostUnreachable) return ownRefusals.unreachable
  if (isOfCertificate(error as { code?: string })) return ownRefusals.certificate
  return isOfPlainServer(error as { code?: string }) ? ownRefusals.plainServer : ownRefusals.unreachable
}
