// An id is the same in any letters: what is read by it is answered alike.
import fc from 'fast-check'
import type { Cast } from './actors.ts'
import type { Transport, Wire } from './fuzz.ts'
import type { Pool } from './pool.ts'
import type { Drawn, Operation } from './requests.ts'
import type { Answer } from './response-check.ts'

const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** A reading that changes nothing and is asked again in other letters. */
export const isReadById = ({ method, path }: Operation) => method === 'GET' && path.includes('{')

export type Letters = 'capitals' | 'both'

export const inOtherLetters = (drawn: fc.Arbitrary<Drawn>): fc.Arbitrary<Drawn> =>
  fc.record({ asked: drawn, again: fc.constantFrom<Letters>('capitals', 'both') }).map(({ asked, again }) => ({
    ...asked,
    again,
    url: asked.url.replace(/\{\{customers:\d+\}\}(?=\/credentials)/, `{{${SEALED}:0}}`),
  }))

/** The kind of a customer who has technical information: few have, and the id is bound into its encryption. */
const SEALED = 'sealed'
/** Saves some, so that there is something to read. */
export async function sealOne(pool: Pick<Pool, 'add'>, cast: Cast, send: Transport) {
  await send({
    method: 'PUT',
    url: `/api/customers/${cast.customerId}/credentials`,
    headers: [
      ['authorization', `Bearer ${await cast.tokenOf('technician')}`],
      ['content-type', 'application/json'],
    ],
    body: JSON.stringify({ text: 'Router: admin', version: 0 }),
    network: '10.0.0.1',
  })
  pool.add(SEALED, cast.customerId)
}

const written = (url: string, letters: Letters) =>
  url.replace(ids, (id) =>
    id.replace(/[a-f]/g, (letter, at) => (letters === 'capitals' || at % 2 ? letter.toUpperCase() : letter)),
  )

/** Said to anybody at any time. */
const BUSY = new Set([429, 503])

const told = ({ status, body }: Answer) => `${status} ${body.replace(/"requestId":"[^"]+"/, '')}`

/** Why the same reading in other letters is answered otherwise. What somebody else changed meanwhile is no reason. */
export async function faultInLetters(
  letters: Letters,
  wire: Wire,
  answer: Answer,
  send: Transport,
): Promise<string | undefined> {
  const url = written(wire.url, letters)
  if (url === wire.url) return undefined
  const other = await send({ ...wire, url }).catch(() => undefined)
  if (!other || BUSY.has(other.status) || told(other) === told(answer)) return undefined
  const again = await send(wire).catch(() => undefined)
  if (!again || told(again) !== told(answer)) return undefined
  return `asked as ${url}: ${told(other).slice(0, 150)} for ${told(answer).slice(0, 150)}`
}
