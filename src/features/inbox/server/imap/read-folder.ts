// Reads new mail in the open folder of a mailbox. Each mail is recorded in the transaction of its effect and moved afterwards,
// so that none has its effect twice and none is lost when the process is killed.
import type { ImapFlow } from 'imapflow'
import { DAY_MS } from '#shared/dates.rules.ts'
import { COMPARED_DAYS } from '../../mailboxes.contract.ts'
import type { ExamineMail } from '../reading/examine-mail.ts'
import { fromPlainHeaders, MAIL_MAX_BYTES } from '../reading/parse-mail.ts'
import { MAIL_BYTES, SEARCH_BYTES } from './byte-limit.ts'
import type { Connected } from './connect.ts'
import { findPosition, listRead, type MailboxToRead, notePosition } from './reader.queries.ts'
import { type ReceivingMailParts, receiveOrStoreUnreadable } from './receive-or-store.ts'

export type ReaderParts = ReceivingMailParts & { examine: ExamineMail }

/** How much is stored of a mail that is too large to be read. */
const BEGINNING_BYTES = 256 * 1024
/** How far the clocks of the server and of this machine may differ. */
const MOMENT_MS = 60_000

type Compared = { below: number; since: Date }

/** The open folder, and how far this connection has read it. */
export type OpenFolder = {
  uidValidity: number
  nextUid: number
  /** Mail below this UID was there when the server renumbered it; only mail received since `since` is read again. */
  compared: Compared | undefined
  /** Mails that were read and could not be moved. */
  unmoved: number[]
}

/**
 * Opens the folder and finds where reading starts: the first time at its end, or `readDays` back. After the server has renumbered
 * the mail (another UIDVALIDITY) at its beginning, but of the mail that was there then only the last days are compared.
 */
export async function openFolder(
  { database }: ReaderParts,
  client: ImapFlow,
  mailbox: MailboxToRead,
): Promise<OpenFolder> {
  const opened = await client.mailboxOpen(mailbox.folder)
  const uidValidity = Number(opened.uidValidity)
  const position = await database.as('jobs', (db) => findPosition(db, mailbox))
  if (Number(position?.uidValidity) === uidValidity && position?.startUid)
    return { uidValidity, nextUid: Number(position.startUid), compared: comparedOf(position, mailbox), unmoved: [] }
  const isRenumbered = Boolean(position?.uidValidity)
  const startUid = isRenumbered ? 1 : ((await firstUidSince(client, mailbox.readDays)) ?? opened.uidNext)
  const renumbered = isRenumbered
    ? { renumberedAt: new Date().toISOString(), renumberedUid: opened.uidNext }
    : { renumberedAt: null, renumberedUid: null }
  await database.as('jobs', (db) => notePosition(db, mailbox, { uidValidity, startUid, ...renumbered }))
  return { uidValidity, nextUid: startUid, compared: comparedOf(renumbered, mailbox), unmoved: [] }
}

type Renumbered = { renumberedAt: string | null; renumberedUid: number | string | null }

/** Compares no mail older than what has been read here: from `readDays` before the mailbox was added. */
function comparedOf(
  { renumberedAt, renumberedUid }: Renumbered,
  { createdAt, readDays }: MailboxToRead,
): Compared | undefined {
  if (renumberedAt === null || renumberedUid === null) return undefined
  const since = Math.max(
    Date.parse(renumberedAt) - COMPARED_DAYS * DAY_MS,
    Date.parse(createdAt) - readDays * DAY_MS - MOMENT_MS,
  )
  return { below: Number(renumberedUid), since: new Date(since) }
}

async function firstUidSince(client: ImapFlow, days: number): Promise<number | undefined> {
  if (days === 0) return undefined
  const found = await client.search({ since: new Date(Date.now() - days * DAY_MS) }, { uid: true })
  return found && found.length > 0 ? Math.min(...found) : undefined
}

/**
 * Reads every mail from `nextUid` on. Mail that was read before a crash or could not be moved before is only moved.
 */
export async function readNewMail(
  parts: ReaderParts,
  { client, allow }: Pick<Connected, 'client' | 'allow'>,
  mailbox: MailboxToRead,
  folder: OpenFolder,
) {
  allow(SEARCH_BYTES)
  await moveAgain(parts, client, mailbox, folder)
  const uids = await listNew(client, folder)
  if (uids.length === 0) return
  const { uidValidity, nextUid: from } = folder
  const read = await parts.database.as('jobs', (db) => listRead(db, mailbox, { uidValidity, from }))
  for (const uid of uids) {
    allow(MAIL_BYTES)
    if (!read.has(uid)) await readOne(parts, client, mailbox, folder, uid)
    if (!(await moveToDone(parts, client, mailbox, uid))) folder.unmoved.push(uid)
    folder.nextUid = uid + 1
  }
}

async function listNew(client: ImapFlow, { nextUid, compared }: OpenFolder): Promise<number[]> {
  const from = Math.max(nextUid, compared?.below ?? 0)
  const added = await client.search({ uid: `${from}:*` }, { uid: true })
  const again = compared && nextUid < compared.below ? await listCompared(client, nextUid, compared) : []
  // `n:*` includes the last mail even if its UID is below n.
  const uids = [...again, ...(added || []).filter((uid) => uid >= from)]
  return uids.sort((a, b) => a - b)
}

/** IMAP searches by day without time zone, so it searches one day more and filters the result. */
async function listCompared(client: ImapFlow, nextUid: number, { below, since }: Compared): Promise<number[]> {
  const dayBefore = new Date(since.getTime() - DAY_MS)
  const found = await client.search({ uid: `${nextUid}:${below - 1}`, since: dayBefore }, { uid: true })
  if (!found || found.length === 0) return []
  const dated = await client.fetchAll(found, { uid: true, internalDate: true }, { uid: true })
  return dated.filter(({ internalDate }) => internalDate && new Date(internalDate) >= since).map(({ uid }) => uid)
}

/** Stops at the first mail that cannot be moved, since the others would fail too. */
async function moveAgain(parts: ReaderParts, client: ImapFlow, mailbox: MailboxToRead, folder: OpenFolder) {
  while (folder.unmoved[0] !== undefined) {
    if (!(await moveToDone(parts, client, mailbox, folder.unmoved[0]))) return
    folder.unmoved.shift()
  }
}

async function readOne(
  parts: ReaderParts,
  client: ImapFlow,
  mailbox: MailboxToRead,
  { uidValidity }: OpenFolder,
  uid: number,
) {
  const range = String(uid)
  const facts = await client.fetchOne(range, { uid: true, internalDate: true, size: true }, { uid: true })
  if (!facts) return // removed meanwhile
  const receivedAt = new Date(facts.internalDate ?? Number.NaN)
  const isTooLarge = (facts.size ?? 0) > MAIL_MAX_BYTES
  const source = isTooLarge ? { maxLength: BEGINNING_BYTES } : true
  const fetched = await client.fetchOne(range, { uid: true, source }, { uid: true })
  const raw = fetched ? fetched.source : undefined
  if (!raw) return
  const isOld = receivedAt.getTime() < Date.parse(mailbox.createdAt) - MOMENT_MS
  const placed = { uidValidity, uid, receivedAt, isOld, raw }
  const examine = async () =>
    isTooLarge
      ? { mail: fromPlainHeaders(raw), authentication: 'none' as const }
      : await parts.examine(raw, receiverOf(mailbox))
  await receiveOrStoreUnreadable(parts, mailbox, placed, examine)
}

/** The facts about the receiving server that sender authentication needs. */
export const receiverOf = ({ kind, host, authservId }: Pick<MailboxToRead, 'kind' | 'host' | 'authservId'>) => ({
  isMicrosoft: kind === 'microsoft' || /(?:^|\.)(?:outlook\.com|office365\.com)$/i.test(host),
  authservId,
})

/**
 * Uses MOVE if the server has it, else COPY and UID EXPUNGE (UIDPLUS). Without both the mail is not moved, since a plain EXPUNGE
 * would also remove mail that somebody else marked as deleted.
 */
async function moveToDone(
  { warn }: ReaderParts,
  client: ImapFlow,
  { doneFolder }: MailboxToRead,
  uid: number,
): Promise<boolean> {
  if (doneFolder === null || !(client.capabilities.has('MOVE') || client.capabilities.has('UIDPLUS'))) return true
  const move = () => client.messageMove(String(uid), doneFolder, { uid: true })
  const moved = (await move()) || ((await client.mailboxCreate(doneFolder).catch(() => undefined)) && (await move()))
  if (!moved) warn({ folder: doneFolder }, 'a mail that was read could not be moved')
  return Boolean(moved)
}
