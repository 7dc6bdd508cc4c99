// 'Prova': signs in to a mailbox, and judges the senders of its last mails as the reader would.
import type { ImapFlow } from 'imapflow'
import type { Database } from '#db/database.ts'
import type { VaultKeys } from '#vault/server/vault-keys.ts'
import { type MailboxTrial, TRIED_MAILS } from '../mailboxes.contract.ts'
import { connectTo } from './imap/connect.ts'
import { failureInWords } from './imap/failure-in-words.ts'
import { receiverOf } from './imap/read-folder.ts'
import { findServer } from './mailboxes.queries.ts'
import type { ExamineMail } from './reading/examine-mail.ts'
import { tryPlusAddress } from './try-plus-address.ts'

type Parts = Parameters<typeof tryPlusAddress>[0] & {
  database: Database
  vaultKeys: VaultKeys
  examine: ExamineMail
  loginUrl?: string
}
type Server = Awaited<ReturnType<typeof findServer>>

/** Larger mails are left out of the trial: it is waited for. */
const TRIED_BYTES_MAX = 1024 * 1024

export async function tryMailbox({ vaultKeys, examine, loginUrl, ...parts }: Parts, id: string): Promise<MailboxTrial> {
  const server = await parts.database.as('jobs', (db) => findServer(db, id))
  let client: ImapFlow | undefined
  try {
    client = await connectTo(server, vaultKeys, loginUrl)
    // The mail of the trial is under way while the others are read.
    const plus = tryPlusAddress(parts, server)
    const mails = await lastMails(client, server, examine)
    return { problem: null, plus: await plus, mails }
  } catch (error) {
    return { problem: failureInWords(error, server), plus: null, mails: [] }
  } finally {
    client?.close()
  }
}

async function lastMails(client: ImapFlow, server: Server, examine: ExamineMail): Promise<MailboxTrial['mails']> {
  const { exists } = await client.mailboxOpen(server.folder, { readOnly: true })
  if (exists === 0) return []
  const range = `${Math.max(1, exists - TRIED_MAILS + 1)}:*`
  const sizes = await client.fetchAll(range, { uid: true, size: true })
  const mails: MailboxTrial['mails'] = []
  for (const { uid } of sizes.filter(({ size = 0 }) => size <= TRIED_BYTES_MAX).toReversed()) {
    const fetched = await client.fetchOne(String(uid), { uid: true, source: true }, { uid: true })
    const raw = fetched ? fetched.source : undefined
    if (!raw) continue
    const { mail, proof } = await examine(raw, receiverOf(server))
    mails.push({ from: mail.from?.address ?? '', subject: mail.subject, proof })
  }
  return mails
}
