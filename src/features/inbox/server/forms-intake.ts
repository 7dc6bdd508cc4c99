import { sql } from 'kysely'
import {
  type AnonymousParts,
  attachToEnquiry,
  removeAnonymousPictures,
} from '#features/files/server/anonymous-pictures.queries.ts'
import { settleAnswers } from '#features/tickets/server/answer-clock.queries.ts'
import type { Db } from '#platform/database/database.ts'
import { unauthenticatedTransactions } from '#platform/database/unauthenticated-transactions.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { refusalOf } from '#platform/http/errors.ts'
import { enqueue } from '#platform/jobs/job-catalogue.ts'
import {
  countForNetwork,
  findSubmission,
  isFirstSubmission,
  type Keyed,
  mayGetReceipt,
  noteSubmission,
  TooManyForms,
  uncountForNetwork,
  wasSubmitted,
} from './forms-counters.queries.ts'
import type { NewEnquiry } from './forms-input.ts'
import { notifyOfEnquiry } from './forms-mail.queries.ts'
import { ENQUIRY_RECEIPT } from './forms-mail.ts'
import type { FormReceipt } from './receipt-token.ts'

/** No organization exists that the site could belong to. */
class NoOrganization extends Error {
  override name = 'NoOrganization'
}

export type Intake = AnonymousParts & {
  key: Buffer
  siteOrg: string | undefined
  receiptsPerDay: number
}
/** The data of a form that is known before its pictures arrive. */
type Admissible = { enquiry: NewEnquiry; isSuspect: boolean; ip: string; now: Date }
/** The decision about a form with pictures, made before they are received; forms without pictures are checked when stored. */
export type Admission =
  | { isCounted: true; now: Date; orgId: string }
  | { isKnown: true }
  | { refused: TooManyForms }
  /** The database was unavailable: the pictures are left out, and the form is counted when it is stored. */
  | { isLater: true }
type Submission = Admissible & {
  /** Stored and not attached yet; undefined when none were sent. */
  pictures: { orgId: string; ids: string[] } | undefined
  admission: Admission | undefined
}

/**
 * Decides whether the pictures of a form are received. The form is counted for its network before that, so that concurrent
 * forms cannot exceed the limit; if it fails later it stays counted, unless the fault is ours (`releaseAdmission`).
 */
export function admitPictures({ database, key, siteOrg }: Intake, form: Admissible): Promise<Admission> {
  const { enquiry, isSuspect, ip, now } = form
  return unauthenticatedTransactions(database)(async (db): Promise<Admission> => {
    const orgId = await siteOrganization(db, siteOrg)
    if (await wasSubmitted(db, { key, now }, { orgId, enquiry, isSuspect })) return { isKnown: true }
    await countForNetwork(db, { key, now }, ip)
    return { isCounted: true, now, orgId }
  }).catch((error: unknown) => {
    if (error instanceof TooManyForms) return { refused: error }
    if (refusalOf(error).status === 503) return { isLater: true }
    throw error
  })
}

/** Uncounts a form that failed through a fault of ours. */
export async function releaseAdmission({ database, key }: Intake, admission: Admission | undefined, ip: string) {
  if (!admission || !('isCounted' in admission)) return
  const keyed = { key, now: admission.now }
  await unauthenticatedTransactions(database)((db) => uncountForNetwork(db, keyed, ip)).catch(() => undefined)
}

/**
 * Stores an enquiry and enqueues the mails to the company and the sender, unless a bot trap matched; returns its receipt. A
 * duplicate within ten minutes is accepted without effect, and gets the receipt of the first. Throws TooManyForms; after any
 * error nothing is stored, and pictures that were not attached are removed.
 */
export async function storeEnquiry(intake: Intake, submission: Submission): Promise<FormReceipt | undefined> {
  const { pictures, admission, ip } = submission
  let isAttached = false
  try {
    if (admission && 'refused' in admission) throw admission.refused
    const { isStored, receipt } = await unauthenticatedTransactions(intake.database)((db) =>
      store(db, intake, submission),
    )
    isAttached = isStored
    return receipt
  } catch (error) {
    await releaseAdmission(intake, admission, ip)
    throw error
  } finally {
    if (pictures && !isAttached) await removeAnonymousPictures(intake.database, pictures.orgId, pictures.ids)
  }
}

/** Not stored is a duplicate. */
type Stored = { isStored: boolean; receipt: FormReceipt | undefined }

async function store(db: Db, intake: Intake, submission: Submission): Promise<Stored> {
  const { key, siteOrg, receiptsPerDay } = intake
  const { enquiry, isSuspect, pictures, admission, ip, now } = submission
  const orgId = await siteOrganization(db, siteOrg)
  const keyed = { key, now }
  const counted = admission && 'isCounted' in admission ? { key, now: admission.now } : undefined
  const submitted = { orgId, enquiry, isSuspect }
  if (!(await isFirstSubmission(db, keyed, submitted))) {
    if (counted) await uncountForNetwork(db, counted, ip)
    const first = await findSubmission(db, keyed, submitted)
    return { isStored: false, receipt: first === null ? undefined : await findReceipt(db, orgId, first) }
  }
  if (!counted) await countForNetwork(db, keyed, ip)
  const id = uuidv7()
  await db
    .insertInto('enquiries')
    .values({ ...enquiry, orgId, id, isSuspect })
    .execute()
  await noteSubmission(db, keyed, submitted, id)
  await settleAnswers(db)
  if (pictures) await attachToEnquiry(db, orgId, id, pictures.ids)
  if (!isSuspect) await enqueueMails(db, keyed, { orgId, id, email: enquiry.email, receiptsPerDay })
  return { isStored: true, receipt: await findReceipt(db, orgId, id) }
}

async function enqueueMails(
  db: Db,
  keyed: Keyed,
  { orgId, id, email, receiptsPerDay }: { orgId: string; id: string; email: string; receiptsPerDay: number },
) {
  await notifyOfEnquiry(db, { orgId, enquiryId: id })
  // Few attempts: a receipt that arrives hours later confuses more than it helps.
  if (await mayGetReceipt(db, keyed, email, receiptsPerDay))
    await enqueue(db, ENQUIRY_RECEIPT, { orgId, enquiryId: id }, { attempts: 8 })
}

/** Undefined for an enquiry that was deleted, and of before the numbers. */
async function findReceipt(db: Db, orgId: string, enquiryId: string): Promise<FormReceipt | undefined> {
  const { rows } = await sql<{ number: number | null; promisedAt: string | null }>`
    select number, promised_at from receipt_of_enquiry(${orgId}, ${enquiryId})`.execute(db)
  const [row] = rows
  if (!row || row.number === null) return undefined
  return { number: row.number, promisedAt: row.promisedAt === null ? null : new Date(row.promisedAt) }
}

/** The organization of the public site: SITE_ORG, else the first one. */
async function siteOrganization(db: Db, siteOrg: string | undefined): Promise<string> {
  const first = await db
    .selectFrom('organizations')
    .select('id')
    .$if(siteOrg !== undefined, (query) => query.where('id', '=', siteOrg ?? ''))
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!first) throw new NoOrganization()
  return first.id
}
