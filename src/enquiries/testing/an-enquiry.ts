import { uuidv7 } from '#db/uuid.ts'
import type { Harness } from '#tests/harness/harness.ts'

/** An enquiry as a visitor sends it, by the site's own role; what is not given is filled in. Returns its id. */
export async function anEnquiry(
  { database }: Pick<Harness, 'database'>,
  { orgId, ...given }: { orgId: string } & Partial<Sent>,
) {
  const id = uuidv7()
  const sent: Sent = { ...usual, ...given }
  await database.as('site', (db) =>
    db
      .insertInto('enquiries')
      .values({ orgId, id, ...sent })
      .execute(),
  )
  return id
}

type Sent = {
  kind: 'contact' | 'support'
  name: string
  email: string
  phone: string | null
  message: string
  isUrgent: boolean
  isSuspect: boolean
}

const usual: Sent = {
  kind: 'contact',
  name: 'Sofia Lind',
  email: 'sofia.lind@example.se',
  phone: '070-123 45 67',
  message: 'Hej! Vi behöver hjälp med vårt trådlösa nät.',
  isUrgent: false,
  isSuspect: false,
}
