import { afterAll, beforeAll, expect, test } from 'vitest'
import { company } from '#features/company/company.contract.ts'
import { loadAnswerClocks } from '#features/tickets/server/answer-clock.queries.ts'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { aTerms } from '../testing/terms.ts'

let h: Harness
let orgId: string
let admin: Person
const today = todayInStockholm()

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  admin = await h.anAdmin({ orgId })
})
afterAll(() => h.stop())

const addTerms = async (given: object) => (await h.as(admin).call(agreements.createTerms, { body: aTerms(given) })).id
const agree = (id: string, validFrom: string, termsId: string | null) =>
  h.as(admin).call(agreements.setOfCustomer, { params: { id }, body: { validFrom, termsId } })
const normalAnswer = async (customerId: string | null) => {
  const of = { orgId, customerId }
  return (await h.database.as('jobs', (db) => loadAnswerClocks(db, [of])))(of).targets.normal
}
const working = (minutes: number) => ({ minutes, isAtAllHours: false })

test('a version of terms has targets of its own, a blank one is the company’s, and jour is included or not', async () => {
  const terms = await h.as(admin).call(agreements.createTerms, {
    body: aTerms({ urgentAnswerMinutes: 15, normalSolveMinutes: 960, includesOnCall: true }),
  })
  expect(terms).toMatchObject({ urgentAnswerMinutes: 15, normalAnswerMinutes: null, includesOnCall: true })
  const { version: _, ...facts } = await h.as(admin).call(company.facts, {})
  expect(facts).toMatchObject({ urgentAnswerMinutes: 30, normalAnswerMinutes: 240, normalSolveMinutes: null })
  for (const [field, wrong] of [
    ['normalAnswerMinutes', 0],
    ['lowAnswerMinutes', 6001],
    ['highSolveMinutes', 30_001],
    ['includesOnCall', 'ja'],
  ] as const)
    await expect(addTerms({ [field]: wrong })).rejects.toMatchObject({ fields: { [field]: expect.any(String) } })
})

test('the targets of a customer are those of its terms today, else of the default terms, else the company’s', async () => {
  const [early, agreed, none] = [
    await h.aCustomer({ orgId }),
    await h.aCustomer({ orgId }),
    await h.aCustomer({ orgId }),
  ]
  const [fast, slow] = [await addTerms({ normalAnswerMinutes: 60 }), await addTerms({ normalAnswerMinutes: 600 })]
  await agree(agreed.id, '2026-01-01', slow)
  await agree(agreed.id, today, fast)
  await agree(early.id, addDays(today, 1), fast)
  expect(await normalAnswer(agreed.id)).toEqual(working(60))
  expect(await normalAnswer(early.id)).toEqual(working(240))
  await h.as(admin).call(agreements.setDefault, { body: { validFrom: '2026-01-01', termsId: slow } })
  expect(await normalAnswer(early.id)).toEqual(working(600))
  expect(await normalAnswer(none.id)).toEqual(working(600))
  // An agreement that has ended.
  await agree(agreed.id, today, null)
  expect(await normalAnswer(agreed.id)).toEqual(working(600))
  expect(await normalAnswer(null)).toEqual(working(240))
})

test('a customer’s login reads the targets of its own customer, though no terms, and of no other', async () => {
  const [own, other] = [await h.aCustomer({ orgId }), await h.aCustomer({ orgId })]
  const foreign = await h.aCustomer({ orgId: (await h.anOrganization('Annan AB')).id })
  const asked = [own, other, foreign].map((customer) => ({ orgId: customer.orgId, customerId: customer.id }))
  const [ofOwn, ofOther, ofForeign] = asked
  if (!ofOwn || !ofOther || !ofForeign) throw new Error('Three customers are asked for')
  await agree(own.id, '2026-01-01', await addTerms({ normalAnswerMinutes: 30 }))
  await agree(other.id, '2026-01-01', await addTerms({ normalAnswerMinutes: 45 }))
  const read = (person: Person) =>
    h.database.asActor(
      person.sessionId,
      () => undefined,
      (db) => loadAnswerClocks(db, asked),
    )
  const seen = await read(await h.aPortalUser(own))
  expect(seen(ofOwn).targets.normal).toEqual(working(30))
  // Not those of its terms.
  expect(seen(ofOther).targets.normal).toEqual(working(240))
  expect(() => seen(ofForeign)).toThrow('has no facts')
  expect((await read(admin))(ofOther).targets.normal).toEqual(working(45))
})
