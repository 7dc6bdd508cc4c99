// A connection to the server of a mailbox.
import type { ImapFlow } from 'imapflow'
import { unseal } from '#features/vault/server/envelope.ts'
import type { VaultKeys } from '#features/vault/server/vault-keys.ts'
import type { JudgedAddress, OutgoingGuard } from '#platform/http/outgoing-guard.ts'
import { microsoftToken } from '#platform/mail/microsoft-token.ts'
import type { MailboxKind, MailboxTls } from '../../mailboxes.contract.ts'
import { rowOfSecret } from '../secret-row.ts'
import { type ByteLimit, limitBytes, responseLimits } from './byte-limit.ts'
import { isOfReachedServer } from './failure-text.ts'

export type ServerOfMailbox = {
  orgId: string
  id: string
  kind: MailboxKind
  host: string
  port: number
  tls: MailboxTls
  login: string
  secret: Buffer
  keyId: string
  tenant: string | null
  clientId: string | null
}

/** A connection without traffic for so long is closed; IDLE is renewed more often. */
const NO_TRAFFIC_MS = 90_000
const RENEW_IDLE_MS = 60_000

type Parts = { guard: OutgoingGuard; vaultKeys: VaultKeys; loginUrl?: string | undefined }
type Limits = { withinMs?: number; signal?: AbortSignal }
export type Connected = ByteLimit & { client: ImapFlow }

/**
 * Connects to a permitted address of the server and signs in; at Microsoft with a token from `loginUrl`. Throws HostUnreachable,
 * errors of a server that was reached (`isOfReachedServer`), Unreadable, and those of `microsoftToken`.
 */
export async function connectTo(
  server: ServerOfMailbox,
  { guard, vaultKeys, loginUrl }: Parts,
  limits: Limits = {},
): Promise<Connected> {
  const { host, port, secret, keyId } = server
  const key = await vaultKeys.find(keyId)
  const opened = unseal({ keyId, envelope: secret }, rowOfSecret(server), key?.key)
  const auth =
    server.kind === 'microsoft'
      ? { accessToken: (await microsoftToken(server, opened, loginUrl)).token }
      : { pass: opened }
  return guard.reach({ protocol: 'imap', host, port, ...limits }, (to) => signIn(server, auth, to), isOfReachedServer)
}

const encryptions: Record<MailboxTls, { secure: boolean; doSTARTTLS?: boolean }> = {
  tls: { secure: true },
  starttls: { secure: false, doSTARTTLS: true },
  none: { secure: false, doSTARTTLS: false },
}

async function signIn(
  { port, tls, login }: ServerOfMailbox,
  auth: { accessToken: string } | { pass: string },
  to: JudgedAddress,
): Promise<Connected> {
  // Loaded with the first mailbox, since loading it would delay the start of the program.
  const { ImapFlow: Client } = await import('imapflow')
  const client = new Client({
    host: to.address,
    port,
    ...(to.servername !== undefined && { servername: to.servername }),
    ...encryptions[tls],
    auth: { user: login, ...auth },
    logger: false,
    connectionTimeout: to.connectMs,
    greetingTimeout: to.greetingMs,
    socketTimeout: NO_TRAFFIC_MS,
    maxIdleTime: RENEW_IDLE_MS,
    ...responseLimits,
    disableAutoIdle: true,
  })
  // A broken connection also rejects the running command; without a listener the event would end the process.
  client.on('error', () => undefined)
  const limit = limitBytes(client)
  try {
    await client.connect()
    return { client, ...limit }
  } catch (error) {
    client.close()
    throw error
  }
}
