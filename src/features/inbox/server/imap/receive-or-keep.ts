// Receives a mail of a mailbox. One that cannot be understood or stored is kept as an unreadable one, with its original: it
// does not stop those behind it.
import { isUnavailable } from '#platform/database/connection-errors.ts'
import { isDiskFullError } from '#platform/database/disk-full.ts'
import type { PlacedMail } from '../mail-records.queries.ts'
import type { ExaminedMail } from '../reading/examine-mail.ts'
import type { IncomingMail } from '../reading/mail.ts'
import { fromPlainHeaders } from '../reading/parse-mail.ts'
import { type ReceivingParts, receiveMail } from '../receive-mail.ts'
import type { MailboxToRead } from './reader.queries.ts'

export type KeepingParts = Omit<ReceivingParts, 'now'> & {
  warn: (facts: object, text: string) => void
  /** How often a mail has failed, by its place; shared by the readers of a process. */
  failures: Map<string, number>
}

/** More than a minute of the reader's usual pauses, so that what passes has passed. */
const ATTEMPTS = 5

/** The mail is tried again with the next connection. */
export class MailNotReceived extends Error {}

/** Throws what is no fault of the mail, and MailNotReceived while it may still pass. */
export async function receiveOrKeep(
  { warn, failures, ...parts }: KeepingParts,
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
    await keepUnreadable(parts, mailbox, placed, place)
  }
  failures.delete(place)
}

async function keepUnreadable(
  parts: Omit<ReceivingParts, 'now'>,
  mailbox: MailboxToRead,
  placed: PlacedMail,
  place: string,
) {
  const keep = (mail: IncomingMail) => receiveMail(parts, mailbox, placed, { mail, authentication: 'none' })
  const empty = fromPlainHeaders(new Uint8Array())
  const nothing = { ...empty, remarks: ['unreadable' as const], messageId: `<${place}@unreadable.invalid>` }
  const { from, fullSubject, subject } = fromPlainHeaders(placed.raw)
  await keep({ ...nothing, from, fullSubject, subject }).catch((error: unknown) => {
    if (isOfServer(error)) throw error
    return keep(nothing)
  })
}

/** Data exceptions and violated constraints: the next attempt fails alike. */
const isOfContent = (error: unknown) => /^(22|23|42)/.test(codeOf(error))

/** No database or no room in it, a lock or deadlock, a failing disk: every mail fails alike, until it has passed. */
const isOfServer = (error: unknown) =>
  isUnavailable(error) || isDiskFullError(error) || /^(40|55P03|58)/.test(codeOf(error))

const codeOf = (error: unknown) => (error as { code?: string } | undefined)?.code ?? ''
