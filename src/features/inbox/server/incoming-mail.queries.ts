// Incoming mail, for staff. Row-level security hides it from everybody else.
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/http/app-error.ts'
import type { Download } from '#platform/http/download.ts'
import type { Transaction } from '#platform/http/serve.ts'
import { momentInStockholm } from '#shared/dates.rules.ts'
import { type IncomingMail, type MailRemark, SHOWN_SOURCE_BYTES } from '../incoming-mail.contract.ts'
import { listOffered } from './mail-copies.queries.ts'
import { readMail } from './reading/examine-mail.ts'
import { MAIL_MAX_BYTES } from './reading/parse-mail.ts'

const MAIL_NOT_FOUND = 'Mejlet finns inte'
const ORIGINAL_NOT_FOUND = 'Originalet finns inte längre'
const uncompress = promisify(gunzip)

async function getMessage(db: Db, id: string) {
  const message = await db
    .selectFrom('mailMessages')
    .select(['id', 'fromName', 'fromAddress', 'subject', 'receivedAt', 'authentication', 'remarks', 'attachments'])
    .select(['raw', 'rawUntil'])
    .select(
      sql<boolean>`original_is_needed(org_id, outcome, attachments, comment_id, ticket_id, enquiry_id)`.as('isNeeded'),
    )
    .where('id', '=', id)
    .executeTakeFirst()
  if (!message) throw notFound(MAIL_NOT_FOUND)
  return message
}

/** The mail and the content of its original. Throws 404 for an unknown mail. */
export async function readIncomingMail(transaction: Transaction, id: string): Promise<IncomingMail> {
  const { raw, rawUntil, isNeeded, fromName, fromAddress, remarks, ...message } = await transaction(async (db) => ({
    ...(await getMessage(db, id)),
    offered: await listOffered(db, id),
  }))
  return {
    ...message,
    from: { name: fromName, address: fromAddress },
    remarks: remarks as MailRemark[],
    original: raw && rawUntil ? await readOriginal(raw, isNeeded ? null : rawUntil) : null,
  }
}

/** Parses the original after the transaction, since a large mail takes a while. */
async function readOriginal(raw: Buffer, storedUntil: string | null): Promise<IncomingMail['original']> {
  const content = await uncompressed(raw)
  const { sender, replyTo, to, cc, date, text } = await readMail(content)
  const source = content.toString('utf8', 0, SHOWN_SOURCE_BYTES)
  return { storedUntil, bytes: content.length, sender, replyTo, to, cc, date, text, source }
}

/** Throws 404 for an unknown mail and when its original has been removed. */
export async function readOriginalFile(transaction: Transaction, id: string): Promise<Download> {
  const { raw, receivedAt } = await transaction((db) => getMessage(db, id))
  if (!raw) throw notFound(ORIGINAL_NOT_FOUND)
  const content = await uncompressed(raw)
  const moment = momentInStockholm(new Date(receivedAt)).replace(':', '.')
  return { filename: `Mejl ${moment}.eml`, bytes: content.length, content: [content] }
}

/** Only the beginning of a larger mail is stored, so that no original exceeds this length. */
const uncompressed = (raw: Buffer) => uncompress(raw, { maxOutputLength: MAIL_MAX_BYTES + 1024 })
