import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { get, LEVEL_NEEDED, PROOF_NEEDED, post } from '../contract.ts'
import { type CallError, createCall } from './call.ts'
import { NotConfirmed } from './confirmation-question.ts'
import { prove, shownProof, subscribeToProof } from './proof.ts'

const list = get('/api/things', { allow: 'staff', summary: 'Lists things', returns: z.object({ ok: z.boolean() }) })
const change = post('/api/things', {
  allow: 'staff',
  summary: 'Changes things',
  body: z.object({ name: z.string() }),
  returns: z.object({ ok: z.boolean() }),
  creates: true,
})

const refusal = (code: string) =>
  Response.json({ error: { code, message: 'Bekräfta att det är du', requestId: 'r' } }, { status: 403 })

let stop = () => {}
afterEach(() => stop())

/** A server that refuses until it is told that the person has proved who they are. */
function aServer(code = PROOF_NEEDED) {
  const server = { isProved: false, bodies: [] as unknown[], keys: [] as unknown[] }
  const call = createCall({
    fetch: async (_, init) => {
      server.bodies.push(init?.body)
      server.keys.push(new Headers(init?.headers).get('idempotency-key'))
      return server.isProved ? Response.json({ ok: true }) : refusal(code)
    },
    token: () => 'token',
    renew: async () => undefined,
    prove,
  })
  return { server, call }
}

const asked = async () => {
  for (let turn = 0; turn < 50 && !shownProof(); turn++) await new Promise((resolve) => setImmediate(resolve))
  return shownProof()
}

test('calls that are refused at once ask once, and are repeated as they were', async () => {
  let questions = 0
  stop = subscribeToProof(() => void (shownProof() && questions++))
  const { server, call } = aServer()
  const both = Promise.all([call(list, {}), call(change, { body: { name: 'Ny' } })])
  const question = await asked()
  // The second refusal arrives while the question is shown.
  await new Promise((resolve) => setImmediate(resolve))
  server.isProved = true
  question?.answer(true)
  expect(await both).toEqual([{ ok: true }, { ok: true }])
  expect(questions).toBe(1)
  const sent = server.bodies.filter(Boolean)
  expect(sent).toEqual(['{"name":"Ny"}', '{"name":"Ny"}'])
  expect(new Set(server.keys.filter(Boolean)).size).toBe(1)
})

test('a session below the level that a call needs is asked for a second factor, and the call is repeated', async () => {
  stop = subscribeToProof(() => undefined)
  const { server, call } = aServer(LEVEL_NEEDED)
  const answer = call(list, {})
  const question = await asked()
  expect(question?.needsFactor).toBe(true)
  server.isProved = true
  question?.answer(true)
  expect(await answer).toEqual({ ok: true })
})

test('whoever declines is not asked again, and the call is not repeated', async () => {
  stop = subscribeToProof(() => undefined)
  const { server, call } = aServer()
  const refused = call(list, {}).catch((error: unknown) => error)
  ;(await asked())?.answer(false)
  expect(await refused).toBeInstanceOf(NotConfirmed)
  expect([server.bodies.length, shownProof()]).toEqual([1, undefined])
})

test('where no screen can ask, the refusal is the answer', async () => {
  const { call } = aServer()
  const error = (await call(list, {}).catch((refused: unknown) => refused)) as CallError
  expect([error.status, error.code]).toEqual([403, PROOF_NEEDED])
})

test('a proof that is not enough asks again', async () => {
  stop = subscribeToProof(() => undefined)
  const { server, call } = aServer()
  const answer = call(list, {})
  ;(await asked())?.answer(true)
  const again = await asked()
  server.isProved = true
  again?.answer(true)
  expect(await answer).toEqual({ ok: true })
  expect(server.bodies).toHaveLength(3)
})
