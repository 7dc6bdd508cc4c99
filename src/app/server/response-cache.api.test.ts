// Tests beside this one commit to the same server at any time, which ends a snapshot.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { get } from '#lib/contract.ts'
import { ReadyJson } from '#lib/server/ready-json.ts'
import { serve } from '#lib/server/serve.ts'
import { until } from '#lib/testing/until.ts'
import { decompressed } from '#tests/fuzz/decompress.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { tickets } from '#tickets/tickets.contract.ts'

const counted = get('/api/test/counted', {
  allow: 'staff',
  summary: 'x',
  returns: z.object({ reads: z.int(), text: z.string() }),
})
let reads = 0

let h: Harness
let technician: Person
let customer: { id: string; orgId: string }

beforeAll(async () => {
  h = await startHarness({
    register: (app) =>
      serve(app, counted, ({ cached }) =>
        cached(async () => new ReadyJson(`{"reads":${++reads},"text":"${'a word '.repeat(1000)}"}`)),
      ),
  })
  const orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId })
  customer = await h.aCustomer({ orgId })
})
afterAll(() => h.stop())

const open = () =>
  h.as(technician).call(tickets.create, { body: { title: 'Skrivare', description: 'x', customerId: customer.id } })
const listed = async (id: string) => {
  const { rows } = await h.as(technician).call(tickets.list, { query: {} })
  return rows.find((row) => row.id === id)
}

test('a request is not read again while nothing is written', async () => {
  const { call } = h.as(technician)
  await until(async () => expect(await call(counted, {})).toEqual(await call(counted, {})))
})

test.each(['zstd', 'br', 'gzip', 'identity'])('what is kept is sent as %s', async (encoding) => {
  const sent = async (accepted: string) => {
    const authorization = `Bearer ${technician.token}`
    const { rawPayload, headers } = await h.app.inject({
      url: counted.path,
      headers: { authorization, 'accept-encoding': accepted },
    })
    const contentEncoding = (headers['content-encoding'] ?? 'identity') as string
    return { contentEncoding, vary: headers.vary, body: decompressed(rawPayload, contentEncoding) }
  }
  const vary = encoding === 'identity' ? undefined : 'accept-encoding'
  await until(async () => {
    const [first, second, plain] = [await sent(encoding), await sent(encoding), await sent('identity')]
    expect(first).toEqual({ contentEncoding: encoding, vary, body: plain.body })
    expect(second).toEqual(first)
  })
})

test('a change is in the list that is requested after its response', async () => {
  const { id } = await open()
  for (let version = 1; version <= 30; version++) {
    const priority = version % 2 ? 'high' : 'low'
    await listed(id)
    await h.as(technician).call(tickets.change, { params: { id }, body: { priority, version } })
    expect(await listed(id)).toMatchObject({ priority, version: version + 1 })
  }
})

test('a change by another process is in the list once it is committed, and not before', async () => {
  const { id } = await open()
  const { superuser } = h.test
  await superuser.query('begin')
  await superuser.query(`update tickets set title = 'Router' where id = $1`, [id])
  for (let request = 0; request < 5; request++) expect(await listed(id)).toMatchObject({ title: 'Skrivare' })
  await superuser.query('commit')
  expect(await listed(id)).toMatchObject({ title: 'Router' })
})
