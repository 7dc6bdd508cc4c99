// Runs two operations on the same rows concurrently. Both responses must follow the contract, and the stored rows must
// be those of the successful operations.
import { createCall } from '#shared/web/call.ts'
import { faultIn } from '../fuzz/response-check.ts'
import type { Harness } from '../harness/harness.ts'
import { rowsOf, type Scene } from './company.ts'
import type { Operation, RowsOf } from './operation.ts'

/** Statuses that concurrent operations may get; others, such as 400 or 413, would be a fault of the test's request. */
const allowedStatuses = new Set([200, 204, 401, 403, 404, 409, 410, 422, 503])

export type Pair = readonly [Operation, Operation]
type Outcome = { operation: Operation; status: number; fault: string | undefined }
export type Race = { outcomes: Outcome[]; faults: string[] }

/** Every unordered pair, including each operation with itself. */
export const pairsOf = (operations: Operation[]): Pair[] =>
  operations.flatMap((one, index) => operations.slice(index).map((other) => [one, other] as const))

export async function race(h: Harness, pair: Pair, scene: Scene): Promise<Race> {
  const before = await stateOf(h, pair, scene)
  const outcomes = await Promise.all(pair.map((operation) => perform(h, operation, scene)))
  const after = await stateOf(h, pair, scene)
  const name = pair.map((operation) => operation.name).join(' ∥ ')
  const statuses = outcomes.map(({ status }) => status).join(', ')
  const faults = outcomes.flatMap(({ fault }) => (fault === undefined ? [] : [fault]))
  faults.push(...faultsInRows(before, after, outcomes), ...repeatedIn(outcomes))
  return { outcomes, faults: faults.map((fault) => `${name} (${statuses}): ${fault}`) }
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
    overloadRetries: 0,
  })
  await operation.does(call, scene).catch(() => undefined) // the response is checked below
  if (!answer) return { operation, status: 0, fault: 'no answer' }
  const { status } = answer
  const headers = Object.fromEntries(answer.headers)
  const request = { actor: 'admin', method: 'POST', url: '', headers: [], network: '' } as const
  const fault = faultIn({ ...request, headers: [] }, { status, headers, body: await answer.text() })
  return {
    operation,
    status,
    fault: fault ?? (allowedStatuses.has(status) ? undefined : `an unexpected status: ${status}`),
  }
}

/** A transition that both operations report as successful. */
function repeatedIn(outcomes: Outcome[]): string[] {
  const [one, other] = outcomes.filter(isSuccess).map(({ operation }) => operation.once)
  return one !== undefined && one === other ? [`'${one}' happened twice`] : []
}

type State = Map<string, number | undefined>

const isSuccess = ({ status }: Outcome) => status === 200 || status === 204
const keyOf = (kind: 'rows' | 'version', { table, column }: RowsOf) => `${kind} ${table}.${column}`

const keysOf = ({ adds = [], bumps }: Operation) => [
  ...adds.map((rows) => keyOf('rows', rows)),
  ...(bumps ? [keyOf('version', bumps)] : []),
]

/** The number of rows that refer to the subjects, and the subjects' versions. */
async function stateOf(h: Harness, pair: Pair, scene: Scene): Promise<State> {
  const values: string[] = []
  const queries = pair.flatMap(({ adds, bumps }) => [
    ...(adds ?? []).map((subject) => select('rows', subject)),
    ...(bumps ? [select('version', bumps)] : []),
  ])
  if (queries.length === 0) return new Map()
  const rows = await rowsOf<{ key: string; number: number | null }>(h, queries.join(' union '), values)
  return new Map(rows.map(({ key, number }) => [key, number ?? undefined]))

  function select(kind: 'rows' | 'version', subject: RowsOf) {
    const number = kind === 'rows' ? 'count(*)::int' : 'max(version)'
    values.push(subject.of(scene))
    return `select '${keyOf(kind, subject)}' as key, ${number} as number from ${subject.table}
      where ${subject.column} = $${values.length}`
  }
}

function faultsInRows(before: State, after: State, outcomes: Outcome[]): string[] {
  const hasDone = (name: string) => outcomes.some((outcome) => outcome.operation.name === name && isSuccess(outcome))
  const isEnquiryRemoved = hasDone('remove it')
  // A customer that nothing references is deleted with its billing details.
  const deleted = hasDone('remove the customer') ? ['rows billing_details.customer_id'] : []
  const mayBump = outcomes.some(({ operation }) => operation.mayBump)
  return [...before].flatMap(([key, initial]) => {
    const successes = outcomes.filter((outcome) => isSuccess(outcome) && keysOf(outcome.operation).includes(key)).length
    const current = after.get(key)
    const expected = (initial ?? 0) + successes
    // Deleting an enquiry deletes its answers, and clears the reference of a ticket made from it.
    if (current === expected || isEnquiryRemoved || (current === 0 && deleted.includes(key))) return []
    if (key.startsWith('version') && (current === undefined || (mayBump && current > expected))) return []
    return [`${key} was ${initial}, is ${current}, after ${successes} successes`]
  })
}
