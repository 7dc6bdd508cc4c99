import { afterAll, beforeAll, expect, test } from 'vitest'
import { time } from '#features/time/time.contract.ts'
import { textOfPdf } from '#platform/pdf/testing/pdf-text.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { reports } from '../reports.contract.ts'

let h: Harness
let technician: Person
let orgId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization('Nordnät AB')).id
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
})
afterAll(() => h.stop())

const log = async (name: string, timeTo: string) => {
  const { id: customerId } = await h.aCustomer({ orgId, name })
  await h.as(technician).call(time.create, {
    body: {
      customerId,
      workDate: '2026-11-20',
      timeFrom: '08:00',
      timeTo,
      description: `Bytt switch hos ${name}`,
      notes: 'INTERNT',
    },
  })
}
const generate = () =>
  h.as(technician).call(reports.generate, { body: { customerId: '', from: '2026-11-01', to: '2026-11-30' } })
const ask = (id: string) =>
  h.app.inject({ url: `/api/reports/${id}/pdf`, headers: { authorization: `Bearer ${technician.token}` } })

test('the PDF of a report has what its print view shows, and an empty report has none', async () => {
  const empty = await generate()
  expect((await ask(empty.id)).json()).toMatchObject({ error: { message: 'Ingen data att exportera' } })
  await log('Åkeriet AB', '10:30')
  await log('Kvarnen AB', '09:15')
  const report = await generate()
  const { headers, rawPayload } = await ask(report.id)
  expect(headers['content-disposition']).toBe('attachment; filename="tidrapport_2026-11-01_2026-11-30.pdf"')
  const lines = textOfPdf(rawPayload).split('\n')
  for (const said of [
    'Tidrapport',
    'Alla kunder',
    '2026-11-01 – 2026-11-30',
    '2 tidrader, 3,75 tim',
    'Timmar per tekniker',
  ])
    expect(lines).toContain(said)
  expect(lines.join('|')).toContain(
    'Timmar per kund|Kund|Tidrader|Timmar|Kvarnen AB|1|1,25|Åkeriet AB|1|2,50|Summa|2|3,75',
  )
  expect(lines.join(' ')).toContain('2026-11-20 Åkeriet AB Tove Teknik 08:00–10:30 2,50 Bytt switch hos Åkeriet AB')
  expect(lines.join()).not.toContain('INTERNT')
})
