import { expect, test } from 'vitest'
import { z } from 'zod'
import { get } from '../contract.ts'
import { createCall } from './call.ts'

const refusal = (code: string) => ({ error: { code, message: 'Nej', requestId: 'x' } })
const busy = () => Response.json(refusal('busy'), { status: 503, headers: { 'retry-after': '0' } })
const signedOut = () => Response.json(refusal('signed_out'), { status: 401 })
const endpoint = get('/api/x', { allow: 'staff', summary: 'X', returns: z.number() })

/** A call that gets these responses in turn, and the tokens that it sends. */
function callThatGets(...responses: Response[]) {
  const sent: (string | null)[] = []
  const call = createCall({
    fetch: async (_path, init) => {
      sent.push(new Headers(init?.headers).get('authorization'))
      return responses.shift() ?? Response.error()
    },
    token: () => 'old',
    renew: async () => 'new',
  })
  return { sent, result: call(endpoint, {}) }
}

test('a token that expires while a call waits for a busy server is renewed once', async () => {
  const { sent, result } = callThatGets(busy(), signedOut(), busy(), Response.json(1))
  expect(await result).toBe(1)
  expect(sent).toEqual(['Bearer old', 'Bearer old', 'Bearer new', 'Bearer new'])
})

test('a session that has ended is refused after one renewal', async () => {
  const { sent, result } = callThatGets(signedOut(), signedOut())
  await expect(result).rejects.toMatchObject({ status: 401, code: 'signed_out' })
  expect(sent).toEqual(['Bearer old', 'Bearer new'])
})
