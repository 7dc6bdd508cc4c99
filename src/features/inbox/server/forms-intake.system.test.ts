// A form with pictures while the database has no free connection.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { holdConnection } from '#platform/database/testing/held-connection.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import type { NewEnquiry } from './forms-input.ts'
import { admitPictures, storeEnquiry } from './forms-intake.ts'

let h: Harness
let narrow: Database
beforeAll(async () => {
  h = await startHarness()
  await h.anOrganization()
  narrow = openDatabase({ ...h.test.connection, max: 1, waitTimeoutMs: 300 })
})
afterAll(async () => {
  await narrow.close()
  await h.stop()
})

const enquiry: NewEnquiry = {
  kind: 'support',
  name: 'Bo Ek',
  email: 'bo@example.se',
  phone: null,
  message: 'Inget nät i huset.',
  isUrgent: false,
}

test('stores the text of a form and leaves out its pictures when no connection is free', async () => {
  const intake = { database: narrow, key: Buffer.alloc(32, 7), siteOrg: undefined, receiptsPerDay: 10 }
  const form = { enquiry, isSuspect: false, ip: '203.0.113.9', now: new Date() }
  const release = await holdConnection(narrow)
  const admission = await admitPictures(intake, form)
  expect(admission).toEqual({ isLater: true })
  await release()
  await storeEnquiry(intake, { ...form, pictures: undefined, admission })
  const { rows } = await h.test.superuser.query(
    'select message, (select max(count) from form_counters) as counted from enquiries',
  )
  expect(rows).toEqual([{ message: enquiry.message, counted: 1 }])
})
