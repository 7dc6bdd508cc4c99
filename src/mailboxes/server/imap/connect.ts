// A connection to the server of a mailbox.
import type { ImapFlow } from 'imapflow'
import { microsoftToken } from '#lib/server/microsoft-token.ts'
import type { MailboxKind, MailboxTls } from '#mailboxes/mailboxes.contract.ts'
import { unseal } from '#vault/server/envelope.ts'
import type { VaultKeys } from '#vault/server/vault-keys.ts'
import { rowOfSecret } from '../secret-row.ts'

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

/** A connection without a byte for this long is dead; IDLE is renewed more often. */
const NO_TRAFFIC_MS = 90_000
const RENEW_IDLE_MS = 60_000
/** The most that a server may send in one literal: the largest mail that is read, and a little. */
const LITERAL_MAX = 64 * 1024 * 1024

/** Connects and signs in; at Microsoft with a token of `loginUrl`. Throws the errors of imapflow, of the token endpoint, and Unreadable. */
export async function connectTo(server: ServerOfMailbox, vaultKeys: VaultKeys, loginUrl?: string): Promise<ImapFlow> {
  const { host, port, tls, login, secret, keyId } = server
  const key = await vaultKeys.find(keyId)
  const opened = unseal({ keyId, envelope: secret }, rowOfSecret(server), key?.key)
  const auth =
    server.kind === 'microsoft'
      ? { accessToken: (await microsoftToken(server, opened, loginUrl)).token }
      : { pass: opened }
  // Loaded with the first mailbox: it takes as long as a good part of the start.
  const { ImapFlow: Client } = await import('imapflow')
  const client = new Client({
    ...{ host, port, secure: tls === 'tls', doSTARTTLS: tls === 'tls' ? undefined : tls === 'starttls' },
    auth: { user: login, ...auth },
    logger: false,
    ...{ connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: NO_TRAFFIC_MS, maxIdleTime: RENEW_IDLE_MS },
    ...{ maxLiteralSize: LITERAL_MAX, disableAutoIdle: true },
  })
  // What ends the connection rejects the running command; without a listener it would end the process too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    client.close()
    throw error
  }
}
