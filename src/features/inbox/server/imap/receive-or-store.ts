// Receives a mail of a mailbox. A mail that cannot be parsed or stored is stored as unreadable, with its original, so that it
// does not block the mails after it.
import { isUnavailable } from '#platform/database/connection-errors.ts'
import { isDiskFullError } from '#platform/database/disk-full.ts'
import type { PlacedMail } from '../mail-records.queries.ts'
import type { ExaminedMail } from '../reading/examine-here.ts'
import type { IncomingMail } from '../reading/incoming-mail.ts'
import { fromPlainHeaders } from '../reading/parse-mail.ts'
import { type ReceivingParts, receiveMail } from '../receive-mail.ts'
import type { MailboxToRead } from './reader.queries.ts'

export type ReceivingMailParts = Omit<ReceivingParts, 'now'> & {
  warn: (facts: object, text: string) => void
  /** The number of failures by mailbox, UIDVALIDITY and UID; shared by the readers of a process. */
  failures: Map<string, number>
}

/** With the reader's usual pauses more than a minute, so that temporary faults are over. */
const ATTEMPTS = 5

/** The mail will be tried again with the next connection. */
export class MailNotReceived extends Error {}

/** Throws errors of the server, which are no fault of the mail, and MailNotReceived while another attempt may succeed. */
export async function receiveOrStoreUnreadable(
  { warn, failures, ...parts }: ReceivingMailParts,
  mailbox: MailboxToRead,
  placed: PlacedMail,
  examine: () => Promise<ExaminedMail>,
) {
  const place = `${mailbox.id}.${placed.uidValidity}.${placed.uid}`
  try {
    await receiveMail(parts, mailbox, placed, await examine())
  } catch (error) {
    if (isOfServer(error)) throw error
    const failed = (failures.get(place) ?? 0) + 1
    failures.set(place, failed)
    const reason = error instanceof Error ? error.message : String(error)
    warn({ mailbox: mailbox.id, uid: placed.uid, reason }, 'a mail could not be stored as it was read')
    if (failed < ATTEMPTS && !isOfContent(error)) throw new MailNotReceived(reason)
    await storeUnreadable(parts, mailbox, placed, place)
  }
  failures.delete(place)
}

async function storeUnreadable(
  parts: Omit<ReceivingParts, 'now'>,
  mailbox: MailboxToRead,
  placed: PlacedMail,
  place: string,
) {
  const receive = (mail: IncomingMail) => receiveMail(parts, mailbox, placed, { mail, authentication: 'none' })
  const empty = fromPlainHeaders(new Uint8Array())
  const nothing = { ...empty, remarks: ['unreadable' as const], messageId: `<${place}@unreadable.invalid>` }
  const { from, fullSubject, subject } = fromPlainHeaders(placed.raw)
  await receive({ ...nothing, from, fullSubject, subject }).catch((error: unknown) => {
    if (isOfServer(error)) throw error
    return receive(nothing)
  })
}

/** Data exceptions, violated constraints and refused access, which fail again at the next attempt. */
const isOfContent = (error: unknown) => /^(22|23|42)/.test(codeOf(error))

/** No database, a full disk, a lock timeout or deadlock, an I/O error: these affect every mail until they are over. */
const isOfServer = (error: unknown) =>
  isUnavailable(error) || isDiskFullError(error) || /^(40|55P03|58)/.test(codeOf(error))

const codeOf = (error: unknown) => (error as { code?: string } | undefined)?.code ?? ''
