// Checks once a day, by a mail to itself, that a mailbox still receives mail to its address with a tag (support+…@). If it has
// not been read an hour later, or is refused while other mail is accepted, tickets use the plain address again and
// administrators are notified. 'Prova' re-enables the tag.
import { sql } from 'kysely'
import { z } from 'zod'
import { listAdministrators } from '#features/users/server/administrators.queries.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { enqueue, enqueueLater, type Job } from '#platform/jobs/job-catalogue.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { MailRefused } from '#platform/mail/mail-refused.ts'
import { mailText, paragraphs } from '#platform/mail/mail-template.ts'
import type { MailThreads } from '#platform/mail/mail-threads.ts'
import { Id } from '#shared/contract.ts'
import { onOneLine } from '#shared/text.rules.ts'
import { TRIAL_TAG, trialMail } from './try-plus-address.ts'

export const PLUS_TRIALS = 'plus-address-trials'
export const PLUS_TRIAL = 'plus-address-trial'
export const PLUS_CHECK = 'plus-address-check'
export const PLUS_LOST = 'plus-address-lost'

const CHECK_SECONDS = 60 * 60
/** Shorter than a day, since the trials of two days are not exactly 24 hours apart. */
const TRIAL_HOURS = 20
/** RFC 5321: mailbox unavailable, user not local, mailbox name not allowed. */
const refusedCodes: readonly (number | undefined)[] = [550, 551, 553]

type Parts = { database: Database; mailer: Mailer; threads: MailThreads; hasMailServer: boolean; appUrl: string }

const OfTrial = z.object({ orgId: Id, id: Id, triedAt: z.string() })
type OfTrial = z.output<typeof OfTrial>
/** `refusedAt`: when our mail server first refused the mail. */
const ToSend = OfTrial.extend({ refusedAt: z.string().optional() })

/** Begins a trial of each mailbox whose address with a tag is in use, once a day however many processes run. */
export const plusTrials =
  ({ database, hasMailServer }: Pick<Parts, 'database' | 'hasMailServer'>) =>
  async () => {
    await database.as('jobs', async (db) => {
      const begun = await db
        .updateTable('mailboxes')
        .set({ plusTriedAt: sql<string>`clock_timestamp()` })
        .where('isActive', '=', true)
        .where('plusConfirmedAt', 'is not', null)
        .$if(!hasMailServer, (query) =>
          query.where((eb) =>
            eb.exists(eb.selectFrom('mailServers').whereRef('mailServers.orgId', '=', 'mailboxes.orgId')),
          ),
        )
        .where(sql<boolean>`coalesce(plus_tried_at < now() - ${TRIAL_HOURS} * interval '1 hour', true)`)
        .returning(['orgId', 'id', sql<string>`plus_tried_at::text`.as('triedAt')])
        .execute()
      for (const trial of begun) await enqueue(db, PLUS_TRIAL, trial)
    })
  }

/** Sends the mail of a trial; a refused one is sent again an hour later. */
export const plusTrial =
  ({ database, mailer, threads }: Pick<Parts, 'database' | 'mailer' | 'threads'>) =>
  async (payload: unknown, job?: Job) => {
    const { refusedAt, ...trial } = ToSend.parse(payload)
    const { orgId, id } = trial
    const mailbox = await database.as('jobs', (db) => findTried(db, trial))
    const to = mailbox && threads.taggedAddress(mailbox.address, { tag: TRIAL_TAG, of: id })
    if (!to) return
    try {
      await mailer.send(trialMail(orgId, to, TEXT), job)
    } catch (error) {
      if (!(error instanceof MailRefused) || !refusedCodes.includes(error.responseCode)) throw error
      return database.as('jobs', (db) => noteTrialRefused(db, trial, refusedAt))
    }
    await database.as('jobs', (db) => enqueueLater(db, PLUS_CHECK, trial, CHECK_SECONDS))
  }

/**
 * A refusal by our own mail server means something only if it has accepted other mail since the first refusal; otherwise it has
 * an outage, and the trial is repeated.
 */
async function noteTrialRefused(db: Db, trial: OfTrial, refusedAt?: string) {
  const { rows } = await sql<{ now: string; takesOthers: boolean }>`
    select clock_timestamp()::text as now,
      not exists (select from mail_outage
        where since <= ${refusedAt ?? null}::timestamptz and (org_id is null or org_id = ${trial.orgId})) as takes_others`.execute(
    db,
  )
  const [found] = rows
  if (refusedAt && found?.takesOthers) return lose(db, trial)
  await enqueueLater(db, PLUS_TRIAL, { ...trial, refusedAt: refusedAt ?? found?.now }, CHECK_SECONDS)
}

/** Checks whether the mail of a trial has been read; again in an hour if the mailbox has not been read since. */
export const plusCheck =
  ({ database }: Pick<Parts, 'database'>) =>
  (payload: unknown) =>
    database.as('jobs', async (db) => {
      const trial = OfTrial.parse(payload)
      const mailbox = await findTried(db, trial)
      if (!mailbox || mailbox.hasCome) return
      if (mailbox.isRead) await lose(db, trial)
      else await enqueueLater(db, PLUS_CHECK, trial, CHECK_SECONDS)
    })

/** The mailbox, if this is its last trial and its address with a tag is in use. */
const findTried = (db: Db, { orgId, id, triedAt }: OfTrial) =>
  db
    .selectFrom('mailboxes')
    .select('address')
    .select([
      sql<boolean>`plus_confirmed_at > plus_tried_at`.as('hasCome'),
      sql<boolean>`unread_since is null and coalesce(seen_at > plus_tried_at + interval '1 minute', false)`.as(
        'isRead',
      ),
    ])
    .where((eb) => eb.and({ orgId, id, isActive: true }))
    .where('plusConfirmedAt', 'is not', null)
    .where('plusTriedAt', '=', sql<string>`${triedAt}::timestamptz`)
    .executeTakeFirst()

/** Disables the tag, so that tickets use the plain address, and notifies administrators once. */
async function lose(db: Db, { orgId, id, triedAt }: OfTrial) {
  const lost = await db
    .updateTable('mailboxes')
    .set({ plusConfirmedAt: null, plusLostAt: sql<string>`now()` })
    .where((eb) => eb.and({ orgId, id }))
    .where('plusTriedAt', '=', sql<string>`${triedAt}::timestamptz`)
    .where('plusConfirmedAt', '<', sql<string>`plus_tried_at`)
    .returning('id')
    .executeTakeFirst()
  if (!lost) return
  for (const { userId } of await listAdministrators(db, orgId)) await enqueue(db, PLUS_LOST, { orgId, id, userId })
}

const ToAdministrator = z.object({ orgId: Id, id: Id, userId: Id })

/** Mails one administrator that the tag is disabled. */
export const plusLost =
  ({ database, mailer, appUrl }: Pick<Parts, 'database' | 'mailer' | 'appUrl'>) =>
  async (payload: unknown, job?: Job) => {
    const { orgId, id, userId } = ToAdministrator.parse(payload)
    const { recipient, mailbox } = await database.as('jobs', async (db) => ({
      recipient: (await listAdministrators(db, orgId)).find((one) => one.userId === userId),
      mailbox: await db
        .selectFrom('mailboxes')
        .select('address')
        .where((eb) => eb.and({ orgId, id }))
        .where('plusLostAt', 'is not', null)
        .executeTakeFirst(),
    }))
    if (!recipient || !mailbox) return
    const { address } = mailbox
    await mailer.send(
      {
        orgId,
        to: recipient.email,
        subject: `Svar går till ${address} utan ärendets nummer`,
        text: mailText(
          { to: recipient.name },
          `Mejl till ${address} med ett tillägg efter plus kommer inte fram längre. Svar på ärenden går därför till ${address} utan tillägg. De hamnar rätt ändå, så länge ärendets nummer står kvar i ämnet.`,
          'Rätta mejlservern om den ska ta emot sådana adresser, och tryck sedan på Prova under Inställningar, Brevlådor.',
          `Öppna brevlådorna:\n${appUrl}/backoffice/settings/brevlador`,
          onOneLine(recipient.company),
        ),
      },
      job,
    )
  }

const TEXT = paragraphs(
  'Det här mejlet skickas en gång om dagen för att pröva brevlådans adress. Det läses av sig självt.',
)
