// One person's requests, with the headers that the browser sends.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { PortalPerson } from './logins.ts'
import { openConnection } from './send.ts'
import type { Build } from './stage.ts'

type Asker = PortalPerson & { bearer: string }
export type Askers = { staff: Asker[]; admin: Asker[]; portal: Asker[]; approver: Asker[] }
export type Asked = { method: string; path: string; body?: object | undefined }
export type Client = { ask(asker: Asker, request: Asked): Promise<void>; close(): void }

const OVERLOADED = 503
/** The browser repeats a request that an overloaded server refused, after Retry-After. */
const RETRY_MS = 1000
const TRIES = 5

/** Signs the access tokens of everybody, for 15 minutes. */
export async function openAskers({ people, portalPeople }: Build): Promise<Askers> {
  const staff = await Promise.all(
    people.map(async (person) => ({ ...person, tickets: [], invoiceBases: [], bearer: await person.token() })),
  )
  const portal = await Promise.all(portalPeople.map(async (person) => ({ ...person, bearer: await person.token() })))
  const approver = portal.filter(({ invoiceBases }) => invoiceBases.length > 0)
  return { staff, admin: staff.slice(0, 1), portal, approver }
}

/** A client that sends one request after the other; `ask` rejects unless the response is a success. */
export function openClient({ product }: Build): Client {
  const connection = openConnection(product.port)
  return {
    ask: async ({ bearer }, { method, path, body }) => {
      const headers = {
        authorization: `Bearer ${bearer}`,
        'accept-encoding': 'gzip, deflate, br, zstd',
        ...(body && { 'content-type': 'application/json' }),
        ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
      }
      const request = { method, path, headers, ...(body && { body: JSON.stringify(body) }) }
      for (let tries = 1; ; tries++) {
        const { status } = await connection.send(request)
        if (status < 300) return
        if (status !== OVERLOADED || tries === TRIES) throw new Error(`${method} ${path}: ${status}`)
        await wait(RETRY_MS)
      }
    },
    close: connection.close,
  }
}

export const pick = <T>(values: readonly T[], random: () => number): T =>
  values[Math.floor(random() * values.length)] as T
