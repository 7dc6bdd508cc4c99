import { settleAnswers } from '#features/tickets/server/answer-clock.queries.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import type { Harness } from '#tests/harness/harness.ts'

/** Inserts an enquiry with the role `site`, with defaults for omitted fields. Returns its id. */
export async function anEnquiry(
  { database }: Pick<Harness, 'database'>,
  { orgId, ...fields }: { orgId: string } & Partial<EnquiryFields>,
) {
  const id = uuidv7()
  const enquiry: EnquiryFields = { ...defaults, ...fields }
  await database.as('site', async (db) => {
    await db
      .insertInto('enquiries')
      .values({ orgId, id, ...enquiry })
      .execute()
    await settleAnswers(db)
  })
  return id
}

type EnquiryFields = {
  kind: 'contact' | 'support'
  name: string
  email: string
  phone: string | null
  message: string
  isUrgent: boolean
  isSuspect: boolean
}

const defaults: EnquiryFields = {
  kind: 'contact',
  name: 'Sofia Lind',
  email: 'sofia.lind@example.se',
  phone: '070-123 45 67',
  message: 'Hej! Vi behöver hjälp med vårt trådlösa nät.',
  isUrgent: false,
  isSuspect: false,
}
