// Each transition of an invoice basis against each other and each kind of change, on two connections: one is held open before its
// commit until the other has ended or waits for its locks. What comes out is what one after the other would give, so that one of two
// transitions wins, and nothing is billed at a price that changed before.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvoiceBasis } from '#features/billing/server/check-invoice-basis.queries.ts'
import { createExpense } from '#features/time/server/expenses.queries.ts'
import { type Harness, startHarness } from '../harness/harness.ts'
import { type Act, interleave, type Outcome, perform } from '../races/interleaving.ts'
import { CHECK, changes, transitions } from '../races/invoice-basis-acts.ts'
import { aCase, asStaff, aWorld, type BasisState, type Case, trip, type World } from '../races/invoice-basis-case.ts'

const MINUTE = 60_000
let h: Harness
let world: World
beforeAll(async () => {
  h = await startHarness()
  world = await aWorld(h)
})
afterAll(() => h.stop())

type Pair = readonly [Act, Act]
const pairs: Pair[] = [
  ...transitions.flatMap((one, index) => transitions.slice(index).map((other): Pair => [one, other])),
  ...transitions.flatMap((one) => changes.map((change): Pair => [one, change])),
]

/** Where both succeed alone, else where the first does. */
const stateOf = ([one, other]: Pair): BasisState =>
  one.states.find((state) => other.states.includes(state)) ?? one.states[0] ?? 'draft'

async function aStart(pair: Pair): Promise<Case> {
  const one = await aCase(world, stateOf(pair))
  // Something to find.
  if (pair.some(({ name }) => name === CHECK))
    await asStaff(one, (db, actor) =>
      createExpense(db, actor, { ...trip(one.customerId), userId: actor.userId, workDate: '2026-10-22' }),
    )
  return one
}

/** What is stored once the jobs have checked what is marked. */
async function resultOf(one: Case, outcomes: readonly Outcome[]) {
  const { rows: live } = await h.test.superuser.query<{ id: string }>(
    'select id from invoice_bases where customer_id = $1 order by created_at, id',
    [one.customerId],
  )
  for (const { id } of live) await h.database.as('jobs', (db) => checkInvoiceBasis(db, one.orgId, id))
  const { rows } = await h.test.superuser.query(
    `select b.state, b.number is not null as is_numbered, b.outdated_at is not null as is_outdated, b.net_ore, b.total_ore,
       b.approved_name is not null as is_approved, b.approval_note, b.silent_approval_on is not null as is_silent,
       b.kept_reason, b.difference -> 'netOre' as difference,
       (select count(*)::int from ended_approvals e where e.basis_id = b.id) as ended,
       (select count(*)::int from invoice_basis_questions q where q.basis_id = b.id) as questions,
       (select array_agg(a.action order by a.action) from audit_log a where a.subject_id = b.id) as audits
     from invoice_bases b where b.customer_id = $1 order by b.created_at, b.id`,
    [one.customerId],
  )
  return { outcomes, bases: rows }
}

async function oneAfterTheOther(pair: Pair, order: readonly [0 | 1, 0 | 1]) {
  const one = await aStart(pair)
  const outcomes: Outcome[] = []
  for (const index of order) outcomes[index] = await perform(one, pair[index])
  return resultOf(one, outcomes)
}

/** The second is refused. */
async function firstAlone(pair: Pair, index: 0 | 1) {
  const one = await aStart(pair)
  const outcomes: Outcome[] = ['refused', 'refused']
  outcomes[index] = await perform(one, pair[index])
  return resultOf(one, outcomes)
}

test.each(pairs.map((pair): [string, string, Pair] => [pair[0].name, pair[1].name, pair]))(
  '%s and %s',
  async (_one, _other, pair) => {
    const inOrder = await oneAfterTheOther(pair, [0, 1])
    const inReverse = await oneAfterTheOther(pair, [1, 0])
    for (const isReversed of [false, true]) {
      const one = await aStart(pair)
      const [first, second] = isReversed ? ([pair[1], pair[0]] as const) : pair
      const { outcomes, hasWaited } = await interleave(one, first, second)
      const result = await resultOf(one, isReversed ? [outcomes[1], outcomes[0]] : outcomes)
      const [waited, free] = isReversed ? [inReverse, inOrder] : [inOrder, inReverse]
      // Whoever waited for the first comes after it, or is refused: a change may make no difference, but that is unchecked by then.
      const allowed = hasWaited ? [waited] : [waited, free]
      if (hasWaited && outcomes[1] === 'refused') allowed.push(await firstAlone(pair, isReversed ? 1 : 0))
      expect(allowed).toContainEqual(result)
    }
  },
  5 * MINUTE,
)
