// Two operations on the same rows at the same moment: each is answered as the contract says, and what is stored afterwards
// is what was answered.
import { createCall } from '#lib/web/call.ts'
import { faultIn } from '../fuzz/response-check.ts'
import type { Harness } from '../harness/harness.ts'
import { rowsOf, type Scene } from './company.ts'
import type { Added, Operation } from './operation.ts'

/** What two people at once may be told; 400, 413 and the like would be a fault of what they sent. */
const told = new Set([200, 204, 401, 403, 404, 409, 410, 422, 503])

export type Pair = readonly [Operation, Operation]
type Outcome = { operation: Operation; status: number; fault: string | undefined }
export type Race = { outcomes: Outcome[]; faults: string[] }

/** Every unordered pair, each operation beside itself too. */
export const pairsOf = (operations: Operation[]): Pair[] =>
  operations.flatMap((one, place) => operations.slice(place).map((other) => [one, other] as const))

export async function race(h: Harness, pair: Pair, scene: Scene): Promise<Race> {
  const before = await stateOf(h, pair, scene)
  const outcomes = await Promise.all(pair.map((operation) => perform(h, operation, scene)))
  const after = await stateOf(h, pair, scene)
  const name = pair.map((operation) => operation.name).join(' ∥ ')
  const said = outcomes.map(({ status }) => status).join(', ')
  const faults = outcomes.flatMap(({ fault }) => (fault === undefined ? [] : [fault]))
  faults.push(...faultsInRows(before, after, outcomes))
  return { outcomes, faults: faults.map((fault) => `${name} (${said}): ${fault}`) }
}

async function perform(h: Harness, operation: Operation, scene: Scene): Promise<Outcome> {
  let answer: Response | undefined
  const call = createCall({
    fetch: async (input, init) => {
      const response = await h.fetch(input, init)
      answer = response.clone()
      return response
    },
    token: () => operation.by(scene).token,
    renew: async () => undefined,
    busyTries: 0,
  })
  await operation.does(call, scene).catch(() => undefined) // the answer is judged below
  if (!answer) return { operation, status: 0, fault: 'no answer' }
  const { status } = answer
  const headers = Object.fromEntries(answer.headers)
  const asked = { actor: 'admin', method: 'POST', url: '', headers: [], network: '' } as const
  const fault = faultIn({ ...asked, headers: [] }, { status, headers, body: await answer.text() })
  return { operation, status, fault: fault ?? (told.has(status) ? undefined : `an unexpected status: ${status}`) }
}

type State = Map<string, number | undefined>

const isSuccess = ({ status }: Outcome) => status === 200 || status === 204
const keyOf = (kind: 'rows' | 'version', { table, column }: Added) => `${kind} ${table}.${column}`

const keysOf = ({ adds = [], bumps }: Operation) => [
  ...adds.map((place) => keyOf('rows', place)),
  ...(bumps ? [keyOf('version', bumps)] : []),
]

/** How many rows hang on the subjects, and their versions. */
async function stateOf(h: Harness, pair: Pair, scene: Scene): Promise<State> {
  const values: string[] = []
  const places = pair.flatMap(({ adds, bumps }) => [
    ...(adds ?? []).map((place) => question('rows', place)),
    ...(bumps ? [question('version', bumps)] : []),
  ])
  if (places.length === 0) return new Map()
  const rows = await rowsOf<{ key: string; number: number | null }>(h, places.join(' union '), values)
  return new Map(rows.map(({ key, number }) => [key, number ?? undefined]))

  function question(kind: 'rows' | 'version', place: Added) {
    const number = kind === 'rows' ? 'count(*)::int' : 'max(version)'
    values.push(place.of(scene))
    return `select '${keyOf(kind, place)}' as key, ${number} as number from ${place.table}
      where ${place.column} = $${values.length}`
  }
}

function faultsInRows(before: State, after: State, outcomes: Outcome[]): string[] {
  const isEnquiryRemoved = outcomes.some((outcome) => outcome.operation.name === 'remove it' && isSuccess(outcome))
  const mayBump = outcomes.some(({ operation }) => operation.mayBump)
  return [...before].flatMap(([key, was]) => {
    const successes = outcomes.filter((outcome) => isSuccess(outcome) && keysOf(outcome.operation).includes(key)).length
    const is = after.get(key)
    const expected = (was ?? 0) + successes
    // With an enquiry go its answers, and a ticket of it forgets it.
    if (is === expected || isEnquiryRemoved) return []
    if (key.startsWith('version') && (is === undefined || (mayBump && is > expected))) return []
    return [`${key} was ${was}, is ${is}, after ${successes} successes`]
  })
}
