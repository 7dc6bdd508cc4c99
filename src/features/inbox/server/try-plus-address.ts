// Checks whether mail to the mailbox's address with a tag (support+…@) is received: a mail is sent there, and the reader of the
// mailbox finds it. Only then do tickets use such addresses.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Db } from '#platform/database/database.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { paragraphs } from '#platform/mail/mail-template.ts'
import type { MailThreads } from '#platform/mail/mail-threads.ts'
import type { PlusTrial } from '../mailboxes.contract.ts'

/** The tag of a trial mail. */
export const TRIAL_TAG = 'prov'
const WAIT_MS = 15_000
const LOOK_MS = 250

type Parts = { database: Database; mailer: Mailer; threads: MailThreads; isSendingMail: boolean; plusWaitMs?: number }
type OfMailbox = { orgId: string; id: string; address: string }

export const notePlusConfirmed = (db: Db, { orgId, id }: { orgId: string; id: string }) =>
  db
    .updateTable('mailboxes')
    .set({ plusConfirmedAt: sql<string>`clock_timestamp()`, plusLostAt: null })
    .where((eb) => eb.and({ orgId, id }))
    .execute()

/**
 * Waits up to `plusWaitMs` for the trial mail; the reader records a later one too. Null for an inactive mailbox and without a
 * mail server.
 */
export async function tryPlusAddress(
  { database, mailer, threads, isSendingMail, plusWaitMs = WAIT_MS }: Parts,
  { orgId, id, address }: OfMailbox,
): Promise<PlusTrial | null> {
  const to = threads.taggedAddress(address, { tag: TRIAL_TAG, of: id })
  if (!isSendingMail || to === undefined) return null
  const find = () =>
    database.as('jobs', (db) =>
      db
        .selectFrom('mailboxes')
        .select(['isActive', 'plusConfirmedAt'])
        .where((eb) => eb.and({ orgId, id }))
        .executeTakeFirst(),
    )
  const before = await find()
  if (!before?.isActive) return null
  try {
    await mailer.send(trialMail(orgId, to))
  } catch {
    return 'not_sent'
  }
  for (const end = Date.now() + plusWaitMs; Date.now() < end; await wait(LOOK_MS)) {
    const now = await find()
    if (now?.plusConfirmedAt && now.plusConfirmedAt !== before.plusConfirmedAt) return 'found'
  }
  return 'not_found'
}

export const trialMail = (orgId: string, to: string, text = TEXT) => ({ orgId, to, subject: 'Prov av brevlådan', text })

const TEXT = paragraphs(
  'Det här mejlet skickades av knappen Prova under Inställningar, Brevlådor. Det läses av sig självt.',
)
