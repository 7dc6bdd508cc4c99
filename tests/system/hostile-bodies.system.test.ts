// Bodies that cost the server much more than their sender: refused after one pass, with a message.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IMPORT_ROWS_MAX } from '#features/customers/import.contract.ts'
import { JSON_DEPTH_MAX, JSON_VALUES_MAX } from '#platform/http/json-body.ts'
import { BODY_BYTES_MAX } from '#shared/limits.rules.ts'
import { cpuMsOf, longestBlock } from '../harness/event-loop-blocking.ts'
import { type Harness, type Person, startHarness } from '../harness/harness.ts'

const IMPORT_BODY_BYTES_MAX = 8 * 1024 * 1024
const eightMegabytes = `[${'0,'.repeat(IMPORT_BODY_BYTES_MAX / 2 - 1)}0]`
/** CPU time allowed in addition to JSON.parse of the same body, in times of JSON.parse for 8 MB of values, 45 ms in 2026. */
const MAX_COST = 2

let h: Harness
let technician: Person
let customer: Person
beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId })
  customer = await h.aPortalUser(await h.aCustomer({ orgId }))
})
afterAll(() => h.stop())

const post = (url: string, payload: string, person?: Person) =>
  h.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', ...(person && { authorization: `Bearer ${person.token}` }) },
  })

/** As many units as fit between `open` and `close`. */
const listed = (open: string, unit: (n: number) => string, close: string, bytes: number) => {
  const units: string[] = []
  let left = bytes - open.length - close.length
  for (let n = 0; ; n++) {
    const one = unit(n)
    left -= one.length + 1
    if (left < 0) return `${open}${units.join(',')}${close}`
    units.push(one)
  }
}
const nested = (levels: number, inside = '') => `${'['.repeat(levels)}${inside}${']'.repeat(levels)}`
const key = (n: number) => `"${n.toString(36)}x":0`

const hostile = (name: string, bytes: number): [string, string][] => [
  ['many values far down', `{"${name}":${nested(4000, '0,'.repeat((bytes - 10_000) / 2) + 0)}}`],
  ['arrays in arrays', `{"${name}":${nested(bytes / 2 - 20)}}`],
  ['five thousand levels in 10 KB', `{"${name}":${nested(5000)}}`],
  ['objects in objects', `{"${name}":${'{"a":'.repeat(bytes / 7)}0${'}'.repeat(bytes / 7)}}`],
  ['many keys', listed('{', key, '}', bytes)],
  ['many keys of one parent', listed(`{"${name}":{`, key, '}}', bytes)],
  ['keys that are numbers', listed('{', (n) => `"${n * 7919}":0`, '}', bytes)],
  ['many values', listed(`{"${name}":[`, () => '0', ']}', bytes)],
  ['one text of escapes', `{"${name}":"${'\\u0061'.repeat(bytes / 6 - 10)}"}`],
  ['one text of NULs', `{"${name}":"${'\\u0000'.repeat(bytes / 6 - 10)}"}`],
  ['one text of quotes', `{"${name}":"${'\\"'.repeat(bytes / 2 - 20)}"}`],
  ['an address of dots', `{"${name}":"${'a.'.repeat(bytes / 2 - 40)}@"}`],
  ['a text of spaces', `{"${name}":"${' '.repeat(bytes - 60)}"}`],
  ['names of a prototype far down', `{"${name}":${nested(bytes / 2 - 40, '{"__proto__":0}')}}`],
]

/**
 * CPU time in addition to JSON.parse, in times of JSON.parse for 8 MB at the same moment: a machine may be slow for a while. The
 * minimum of ten, as JIT compilation, garbage collection and cache effects of concurrent tests are not caused by the body, whose
 * own cost is in every attempt.
 */
async function extraCost(url: string, body: string, person?: Person) {
  const costs: number[] = []
  for (let tries = 0; tries < 10 && !costs.some((cost) => cost < MAX_COST); tries++) {
    const unit = cpuMsOf(() => JSON.parse(eightMegabytes))
    const { result, ms } = await longestBlock(() => post(url, body, person))
    expect(result.statusCode).toBe(422)
    costs.push((ms - cpuMsOf(() => JSON.parse(body))) / unit)
  }
  return Math.min(...costs)
}

describe('A-200: a body that is slow by depth, keys, escapes or invalid rows is refused within two times of JSON.parse for 8 MB', () => {
  test.each(['/auth/v1/token?grant_type=password', '/auth/v1/recover', '/api/first-admin'])(
    'without a login, at %s',
    async (url) => {
      for (const [what, body] of hostile('email', BODY_BYTES_MAX))
        expect(await extraCost(url, body), what).toBeLessThan(MAX_COST)
    },
  )

  test('with a login, where something is created', async () => {
    for (const [what, body] of hostile('name', BODY_BYTES_MAX))
      expect(await extraCost('/api/customers', body, technician), what).toBeLessThan(MAX_COST)
    for (const [what, body] of hostile('title', BODY_BYTES_MAX))
      expect(await extraCost('/api/portal/tickets', body, customer), what).toBeLessThan(MAX_COST)
  })

  test('of 8 MB in an import: 600 000 keys, two million values, every row invalid', async () => {
    const wrong = '{"name":1,"email":1,"phone":1,"address":1,"notes":1,"a":1,"b":1,"c":1}'
    const bodies = {
      '600 000 keys': listed('{', key, '}', IMPORT_BODY_BYTES_MAX),
      '600 000 keys of one parent': listed('{"rows":[{', key, '}]}', IMPORT_BODY_BYTES_MAX),
      'two million values': `{"rows":[${'0,'.repeat(2_000_000)}0]}`,
      'every row wrong': `{"rows":[${Array.from({ length: IMPORT_ROWS_MAX }, () => wrong).join(',')}]}`,
      'one text': `{"rows":[{"name":"${'\\u0000'.repeat(IMPORT_BODY_BYTES_MAX / 6 - 20)}"}]}`,
    }
    for (const [what, body] of Object.entries(bodies))
      expect(await extraCost('/api/customers/import', body, technician), what).toBeLessThan(MAX_COST)
  })
})

describe('A-201: limits of the depth and width of a body', () => {
  const refusal = async (body: string, person: Person | undefined = technician) => {
    const answer = await post('/api/customers', body, person)
    return [answer.statusCode, answer.json().error.message]
  }
  const deep = (levels: number) => `{"name":${nested(levels - 1)}}`
  const wide = (values: number) => `{"name":[${'0,'.repeat(values - 2)}0]}`

  test('32 levels and 50 000 values are validated; one more is refused unread', async () => {
    expect(await refusal(deep(JSON_DEPTH_MAX))).toEqual([422, 'Namn krävs'])
    expect(await refusal(deep(JSON_DEPTH_MAX + 1))).toEqual([422, 'Innehållet har för många nivåer'])
    expect(await refusal(wide(JSON_VALUES_MAX))).toEqual([422, 'Namn krävs'])
    expect(await refusal(wide(JSON_VALUES_MAX + 1))).toEqual([422, 'Innehållet har för många värden'])
  })

  test('brackets and commas in a text do not count, whatever is escaped in it', async () => {
    for (const name of [
      '[{'.repeat(90),
      '"[{'.repeat(60),
      '\\"[{,'.repeat(40),
      `${'\\'.repeat(99)}${'['.repeat(99)}`,
    ]) {
      const answer = await post('/api/customers', JSON.stringify({ name, notes: ','.repeat(4000) }), technician)
      expect([answer.statusCode, answer.json().name]).toEqual([200, name])
    }
  })

  test('rights are checked first', async () => {
    const message = 'Du har inte behörighet att göra det här'
    expect(await refusal(deep(5000), customer)).toEqual([403, message])
    expect((await post('/api/customers', deep(5000))).statusCode).toBe(401)
  })

  test('the largest import is accepted', async () => {
    const rows = Array.from({ length: IMPORT_ROWS_MAX }, (_, n) => ({
      name: `Stor ${n}`,
      email: `stor${n}@example.se`,
      phone: '08-123',
      address: 'Vägen 1',
      notes: 'x',
    }))
    const answer = await post('/api/customers/import', JSON.stringify({ rows }), technician)
    expect(answer.json()).toEqual({ created: IMPORT_ROWS_MAX })
  })
})

test('A-202: a response names at most the first hundred invalid fields', async () => {
  const rows = [
    ...Array.from({ length: 7 }, (_, n) => ({ name: `Rätt ${n}` })),
    ...Array.from({ length: 900 }, () => ({})),
  ]
  const answer = await post('/api/customers/import', JSON.stringify({ rows }), technician)
  const { message, fields } = answer.json().error
  expect([answer.statusCode, message, Object.keys(fields).length]).toEqual([422, 'Namn krävs', 100])
  expect(Object.keys(fields).slice(0, 2)).toEqual(['rows.7.name', 'rows.8.name'])
})

test('A-203: the last value of a duplicate key counts, also in the validation', async () => {
  const answer = await post('/api/customers', '{"name":"Först","name":"Sist","notes":"a","notes":"b"}', technician)
  expect(answer.json()).toMatchObject({ name: 'Sist', notes: 'b' })
  for (const body of ['{"name":"Först","name":" "}', '{"name":"Först","name":null}']) {
    const refused = await post('/api/customers', body, technician)
    expect([refused.statusCode, refused.json().error.message]).toEqual([422, 'Namn krävs'])
  }
})
