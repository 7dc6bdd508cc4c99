import type { Database, Db } from '#db/database.ts'
import { uuidv7 } from '#db/uuid.ts'
import { attachToEnquiry, type CheckReceived, removeStrangerPictures } from '#files/server/stranger-pictures.queries.ts'
import { enqueue } from '#lib/server/jobs.ts'
import { countForNetwork, isFirstSubmission, mayGetReceipt } from './forms-counters.queries.ts'
import type { NewEnquiry } from './forms-input.ts'
import { notifyOfEnquiry } from './forms-mail.queries.ts'
import { ENQUIRY_RECEIPT } from './forms-mail.ts'

/** No organization exists that the site could belong to. */
class NoOrganization extends Error {
  override name = 'NoOrganization'
}

export type Intake = {
  database: Database
  key: Buffer
  siteOrg: string | undefined
  receiptsPerDay: number
  /** The virus scanner of pictures. */
  check?: CheckReceived | undefined
}
type Submission = {
  enquiry: NewEnquiry
  isSuspect: boolean
  /** Stored and attached to nothing yet; undefined when none were sent. */
  pictures: { orgId: string; ids: string[] } | undefined
  ip: string
  now: Date
}

/**
 * Stores an enquiry and enqueues the mails to the company and the sender, unless a bot trap matched. A duplicate within
 * ten minutes is accepted without effect. Throws TooManyForms; after any error nothing is stored, and pictures that were not
 * attached are removed.
 */
export async function storeEnquiry(intake: Intake, submission: Submission) {
  const { pictures } = submission
  let isAttached = false
  try {
    isAttached = await intake.database.as('site', (db) => store(db, intake, submission))
  } finally {
    if (pictures && !isAttached) await removeStrangerPictures(intake.database, pictures.orgId, pictures.ids)
  }
}

/** Whether it was stored, and not a duplicate. */
async function store(
  db: Db,
  { key, siteOrg, receiptsPerDay }: Intake,
  { enquiry, isSuspect, pictures, ip, now }: Submission,
): Promise<boolean> {
  const orgId = await siteOrganization(db, siteOrg)
  const keyed = { key, now }
  if (!(await isFirstSubmission(db, keyed, { orgId, enquiry, isSuspect }))) return false
  await countForNetwork(db, keyed, ip)
  const id = uuidv7()
  await db
    .insertInto('enquiries')
    .values({ ...enquiry, orgId, id, isSuspect })
    .execute()
  if (pictures) await attachToEnquiry(db, orgId, id, pictures.ids)
  if (isSuspect) return true
  await notifyOfEnquiry(db, { orgId, enquiryId: id })
  // Few attempts: a receipt that arrives hours later confuses more than it helps.
  if (await mayGetReceipt(db, keyed, enquiry.email, receiptsPerDay))
    await enqueue(db, ENQUIRY_RECEIPT, { orgId, enquiryId: id }, { attempts: 8 })
  return true
}

/** The organization of the public site: SITE_ORG, else the first one. */
export async function siteOrganization(db: Db, siteOrg: string | undefined): Promise<string> {
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
