// Ids are case-insensitive: a read with its ids in another letter case must get the same response.
import fc from 'fast-check'
import type { FuzzActors } from './actors.ts'
import type { RawRequest, Transport } from './fuzz.ts'
import type { Operation } from './operations.ts'
import type { Pool } from './pool.ts'
import type { GeneratedRequest } from './request-parts.ts'
import type { Answer } from './response-check.ts'

const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** A read without side effects, which can be repeated. */
export const isReadById = ({ method, path }: Operation) => method === 'GET' && path.includes('{')

export type IdCase = 'upper' | 'mixed'

export const withOtherIdCase = (requests: fc.Arbitrary<GeneratedRequest>): fc.Arbitrary<GeneratedRequest> =>
  fc
    .record({ request: requests, repeatWithIdCase: fc.constantFrom<IdCase>('upper', 'mixed') })
    .map(({ request, repeatWithIdCase }) => ({
      ...request,
      repeatWithIdCase,
      url: request.url.replace(/\{\{customers:\d+\}\}(?=\/credentials)/, `{{${WITH_VAULT_ENTRY}:0}}`),
    }))

/**
 * The pool's kind for customers with a vault entry. Few have one, and the customer's id is bound into its encryption.
 */
const WITH_VAULT_ENTRY = 'withVaultEntry'

/** Saves technical information of a customer, so that the vault's endpoints have something to return. */
export async function saveVaultEntry(pool: Pick<Pool, 'add'>, actors: FuzzActors, send: Transport) {
  await send({
    method: 'PUT',
    url: `/api/customers/${actors.customerId}/credentials`,
    headers: [
      ['authorization', `Bearer ${await actors.tokenOf('technician')}`],
      ['content-type', 'application/json'],
    ],
    body: JSON.stringify({ text: 'Router: admin', version: 0 }),
    network: '10.0.0.1',
  })
  pool.add(WITH_VAULT_ENTRY, actors.customerId)
}

const withIdCase = (url: string, idCase: IdCase) =>
  url.replace(ids, (id) =>
    id.replace(/[a-f]/g, (letter, at) => (idCase === 'upper' || at % 2 ? letter.toUpperCase() : letter)),
  )

/** Statuses that any request may get at any time: another one may have ended the session or the key. */
const TRANSIENT = new Set([401, 429, 503])

const withoutRequestId = ({ status, body }: Answer) => `${status} ${body.replace(/"requestId":"[^"]+"/, '')}`

/**
 * How the response differs when the ids are in another letter case. Undefined if it does not, or if the original
 * request now gets a different response too, because another request changed the row.
 */
export async function faultInIdCase(
  idCase: IdCase,
  request: RawRequest,
  answer: Answer,
  send: Transport,
): Promise<string | undefined> {
  const url = withIdCase(request.url, idCase)
  if (url === request.url) return undefined
  const other = await send({ ...request, url }).catch(() => undefined)
  if (!other || TRANSIENT.has(other.status) || withoutRequestId(other) === withoutRequestId(answer)) return undefined
  const repeated = await send(request).catch(() => undefined)
  if (!repeated || withoutRequestId(repeated) !== withoutRequestId(answer)) return undefined
  return `as ${url}: ${withoutRequestId(other).slice(0, 150)} instead of ${withoutRequestId(answer).slice(0, 150)}`
}
