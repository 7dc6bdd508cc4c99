import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '#platform/database/uuid.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { openTransaction, untilLockWaits } from '#tests/harness/open-transaction.ts'
import { CANNED_MAX, cannedAnswers } from '../canned-answers.contract.ts'

let h: Harness
let anna: Person
let bo: Person
let stranger: Person

beforeAll(async () => {
  h = await startHarness()
  const orgId = (await h.anOrganization()).id
  anna = await h.aTechnician({ orgId })
  bo = await h.anAdmin({ orgId })
  stranger = await h.aTechnician({ orgId: (await h.anOrganization('Tomma AB')).id })
})
afterAll(() => h.stop())

const add = (name: string, text = 'Hej {kund}', person = anna) =>
  h.as(person).call(cannedAnswers.create, { body: { name, text } })
const list = (person = anna) => h.as(person).call(cannedAnswers.list, {})
const namesOf = async (person = anna) => (await list(person)).map(({ name }) => name)

test('all staff of the organization have the same canned answers, in Swedish order, and others do not', async () => {
  for (const name of ['öppet', '#Hej', 'ärende']) await add(name)
  await add('zebra', 'x', bo)
  expect(await namesOf(bo)).toEqual(['hej', 'zebra', 'ärende', 'öppet'])
  expect(await namesOf(stranger)).toEqual([])
  await add('hej', 'Vårt eget', stranger)
  expect((await list()).find(({ name }) => name === 'hej')?.text).toBe('Hej {kund}')
})

test('a name that is taken, also in capitals, no name, no text and too long ones are refused beside the field', async () => {
  const refused = (name: string, text = 'x') => expect(add(name, text)).rejects
  const taken = { fields: { name: 'Det finns redan ett färdigt svar med det namnet' } }
  await add('omstart')
  await refused('OmStart').toMatchObject({ status: 422, ...taken })
  await refused(' ').toMatchObject({ status: 422, fields: { name: 'Ge svaret ett namn' } })
  await refused('1131').toMatchObject({ status: 422, fields: { name: expect.stringContaining('bokstav') } })
  await refused('tomt', ' \n').toMatchObject({ status: 422, fields: { text: 'Skriv svaret' } })
  await refused('långt', 'x'.repeat(5001)).toMatchObject({ status: 422, fields: { text: expect.any(String) } })
  const other = await add('uppstart')
  const body = { name: 'omstart', text: 'y', version: other.version }
  await expect(h.as(bo).call(cannedAnswers.change, { params: { id: other.id }, body })).rejects.toMatchObject(taken)
})

test('it is changed and removed by any colleague; an outdated version is a conflict with the current text', async () => {
  const { id, version } = await add('paus')
  const params = { id }
  const change = (person: Person, text: string) =>
    h.as(person).call(cannedAnswers.change, { params, body: { name: 'paus', text, version } })
  expect(await change(bo, 'Vi pausar.')).toMatchObject({ text: 'Vi pausar.', version: version + 1 })
  await expect(change(anna, 'Paus!')).rejects.toMatchObject({ status: 409, current: { text: 'Vi pausar.' } })
  for (const act of [() => change(stranger, 'x'), () => h.as(stranger).call(cannedAnswers.remove, { params })])
    await expect(act()).rejects.toMatchObject({ status: 404, message: 'Det färdiga svaret finns inte' })
  await h.as(anna).call(cannedAnswers.remove, { params })
  expect(await namesOf()).not.toContain('paus')
})

test('there are at most CANNED_MAX, also when two people add one at once', async () => {
  const { id: orgId } = await h.anOrganization('Fulla AB')
  const [person, other] = [await h.aTechnician({ orgId }), await h.aTechnician({ orgId })]
  await h.test.superuser.query(
    `insert into canned_answers (org_id, id, name, text) select $1, gen_random_uuid(), 'svar-' || n, 'x' from generate_series(1, $2) n`,
    [orgId, CANNED_MAX - 1],
  )
  const adding = await openTransaction(h, person, (db) =>
    db.insertInto('cannedAnswers').values({ orgId, id: uuidv7(), name: 'sista', text: 'x' }).execute(),
  )
  const late = add('ett-till', 'x', other).catch((error) => error)
  await untilLockWaits(h)
  await adding.end()
  expect(await late).toMatchObject({ status: 422, fields: { name: expect.stringContaining(`högst ${CANNED_MAX}`) } })
})
