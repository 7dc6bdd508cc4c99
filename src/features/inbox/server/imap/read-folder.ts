// Reads what has come into the open folder of a mailbox. Each mail is recorded in the transaction of its effect, and moved
// afterwards: whatever ends the process, no mail has its effect twice and none is forgotten.
import type { ImapFlow } from 'imapflow'
import { DAY_MS } from '#shared/dates.rules.ts'
import { COMPARED_DAYS } from '../../mailboxes.contract.ts'
import type { ExamineMail } from '../reading/examine-mail.ts'
import { fromPlainHeaders, MAIL_MAX_BYTES } from '../reading/parse-mail.ts'
import { MAIL_BYTES, SEARCH_BYTES } from './byte-limit.ts'
import type { Connected } from './connect.ts'
import { findPosition, listRead, type MailboxToRead, notePosition } from './reader.queries.ts'
import { type KeepingParts, receiveOrKeep } from './receive-or-keep.ts'

export type ReaderParts = KeepingParts & { examine: ExamineMail }

/** What is kept of a mail that is too large to be read. */
const BEGINNING_BYTES = 256 * 1024
/** How far the clocks of the server and of this machine may differ. */
const MOMENT_MS = 60_000

type Compared = { below: number; since: Date }

/** The folder as it was opened, and what of it has been read by this connection. */
export type OpenFolder = {
  uidValidity: number
  nextUid: number
  /** Mail below this UID was there when the server numbered it again; of it only what came since is read again. */
  compared: Compared | undefined
  /** Mails that were read and could not be moved. */
  unmoved: number[]
}

/**
 * Where reading starts: at the end of the mailbox when it is read for the first time, or some days back. When the server has
 * numbered the mail again since (another UIDVALIDITY), at its beginning; of what was there then only the last days are compared.
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

/** Nothing is compared that was not read here: from before the mailbox was added, or the days that it was read back. */
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
 * Reads every mail from `nextUid` on. Mail that was read before a crash, or could not be moved the last time, is only moved.
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
  // `n:*` names the last mail also when its UID is below n.
  const uids = [...again, ...(added || []).filter((uid) => uid >= from)]
  return uids.sort((a, b) => a - b)
}

/** The search knows days, without their time zone. */
async function listCompared(client: ImapFlow, nextUid: number, { below, since }: Compared): Promise<number[]> {
  const dayBefore = new Date(since.getTime() - DAY_MS)
  const found = await client.search({ uid: `${nextUid}:${below - 1}`, since: dayBefore }, { uid: true })
  if (!found || found.length === 0) return []
  const dated = await client.fetchAll(found, { uid: true, internalDate: true }, { uid: true })
  return dated.filter(({ internalDate }) => internalDate && new Date(internalDate) >= since).map(({ uid }) => uid)
}

/** Ends at the first that cannot be moved: the next ones cannot either. */
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
  await receiveOrKeep(parts, mailbox, placed, examine)
}

/** What is known of the server that received the mails of a mailbox. */
export const receiverOf = ({ kind, host, authservId }: Pick<MailboxToRead, 'kind' | 'host' | 'authservId'>) => ({
  isMicrosoft: kind === 'microsoft' || /(?:^|\.)(?:outlook\.com|office365\.com)$/i.test(host),
  authservId,
})

/**
 * MOVE when the server has it, else COPY and UID EXPUNGE with UIDPLUS; without both the mail stays, since EXPUNGE would also
 * remove what somebody else marked as deleted.
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
