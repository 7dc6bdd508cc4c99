import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { auth } from '#auth/auth.contract.ts'
import { type Call, CallError, createCall } from '#lib/web/call.ts'
import { time } from '#time/time.contract.ts'
import { admin } from './product.ts'

export type Client = { call: Call }

/** The administrator at work: signs in when needed, and asks again while the product is down. */
export function openClient(url: string): Client {
  const send: typeof fetch = (path, init) =>
    fetch(path instanceof Request ? path : new URL(path, url), { ...init, signal: AbortSignal.timeout(10_000) })
  let token: string | undefined
  let signingIn: Promise<string> | undefined
  const signIn = async () => {
    const nobody = createCall({ fetch: send, token: () => undefined, renew: async () => undefined })
    const session = await nobody(auth.token, { query: { grant_type: 'password' }, body: admin })
    token = session.access_token
    return session.access_token
  }
  const renew = () => {
    signingIn ??= signIn().finally(() => {
      signingIn = undefined
    })
    return signingIn
  }
  return { call: createCall({ fetch: send, token: () => token, renew }) }
}

type Plan = { count: number; customerId: string; file: string }

/**
 * Writers that log one row after the other, each with a mark of its own. A mark is in `file`, synced to disk, before the
 * next row is sent. What got no answer is sent again with the same Idempotency-Key until it does.
 */
export function startWriters({ call }: Client, { count, customerId, file }: Plan) {
  const acknowledged = openSync(file, 'a')
  let isStopping = false
  let sentAgain = 0

  const writeOne = async (mark: string) => {
    const idempotencyKey = crypto.randomUUID()
    const body = { customerId, workDate: '2026-11-02', timeFrom: '08:00', timeTo: '08:30', description: mark }
    for (let attempt = 1; ; attempt++) {
      if (attempt === 2) sentAgain++
      try {
        await call(time.create, { body }, { idempotencyKey })
        break
      } catch (error) {
        if (!isWorthAnotherTry(error)) throw error
        await wait(50)
      }
    }
    writeSync(acknowledged, `${mark}\n`)
    fsyncSync(acknowledged)
  }
  const write = async (writer: number) => {
    for (let row = 1; !isStopping; row++) await writeOne(`${writer}-${row}`)
  }
  const writing = Promise.all(Array.from({ length: count }, (_, writer) => write(writer)))
  writing.catch(() => undefined) // stop() tells
  return {
    /** Lets every writer finish its row. Resolves with how many rows were sent more than once. */
    stop: async () => {
      isStopping = true
      await writing
      closeSync(acknowledged)
      return sentAgain
    },
  }
}

/** Connections that break, and the product's own word that the database is away. */
function isWorthAnotherTry(error: unknown) {
  if (!(error instanceof CallError)) return error instanceof TypeError || isTimeout(error)
  return error.status === 0 || error.status >= 500
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

/** The marks of all rows the product shows for the customer. */
export async function storedMarks({ call }: Client, customerId: string): Promise<string[]> {
  const marks: string[] = []
  let after: string | undefined
  do {
    const page = await call(time.list, { query: { customerId, ...(after && { after }) } })
    marks.push(...page.rows.map(({ description }) => description ?? ''))
    after = page.next ?? undefined
  } while (after)
  return marks
}
