import { afterAll, beforeAll, expect, test } from 'vitest'
import { portal } from '../portal.contract.ts'
import { type PortalScenario, startPortalScenario } from '../testing/portal-scenario.ts'

let s: PortalScenario
beforeAll(async () => {
  s = await startPortalScenario()
})
afterAll(() => s.h.stop())

test('a customer reads only the phone numbers and opening hours of its own company', async () => {
  await s.h.test.superuser.query(
    `update company_facts set phone = '018-12 34 56', emergency_phone = '070-123 45 67', email = 'hej@nordnat.se'
     where org_id = $1`,
    [s.customer.orgId],
  )
  const call = { phone: '018-12 34 56', emergencyPhone: '070-123 45 67' }
  expect(await s.h.as(s.anna).call(portal.company, {})).toEqual({
    ...call,
    opens: '08:00',
    closes: '17:00',
    dayHours: null,
    closedDays: null,
    eves: 'closed',
    halfDays: 'open',
    halfDayCloses: '12:00',
    formerHours: [],
  })
  expect(await s.h.as(s.outsider).call(portal.company, {})).toMatchObject({ phone: null, emergencyPhone: null })
  await expect(s.h.as(s.technician).call(portal.company, {})).rejects.toMatchObject({ status: 403 })
})
