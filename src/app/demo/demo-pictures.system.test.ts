import { afterAll, beforeAll, expect, test } from 'vitest'
import { files } from '#features/files/files.contract.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { fillDemoPictures } from './demo-pictures.ts'
import { type DemoSize, generateDemo } from './generate-demo.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

test('the demo has pictures with a ticket, an enquiry and a customer, which staff can open', async () => {
  const size: DemoSize = {
    organizations: 1,
    staff: 3,
    customers: 40,
    tickets: 140,
    activeTickets: 22,
    comments: 60,
    timeEntries: 200,
    days: 60,
  }
  await generateDemo(h.test.connection, { today: '2026-11-21', passwordHash: 'x', size })
  await fillDemoPictures(h.database)
  const { rows } = await h.test.superuser.query<{ orgId: string; id: string; parent: string; isWhole: boolean }>(
    `select org_id as "orgId", id, case when ticket_id is not null then 'ticket' when enquiry_id is not null then 'enquiry'
         else 'customer' end as parent,
       sha256 = (select sha256(string_agg(content, '' order by position)) from file_chunks c
         where c.file_id = files.id and variant = 'original') as "isWhole"
     from files order by parent`,
  )
  expect(rows.map(({ parent, isWhole }) => [parent, isWhole])).toEqual([
    ['customer', true],
    ['enquiry', true],
    ['ticket', true],
  ])
  const { token } = await h.aTechnician({ orgId: rows[0]?.orgId ?? '' })
  for (const { id } of rows) {
    const url = files.preview.path.replace(':id', id)
    const answer = await h.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    expect([answer.statusCode, answer.rawPayload.subarray(8, 12).toString()]).toEqual([200, 'WEBP'])
  }
})
