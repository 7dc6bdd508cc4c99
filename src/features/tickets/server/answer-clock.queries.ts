// The stored moments of the answer clock (docs/decisions/111): computed of the history by each transaction that changes it.
import { sql } from 'kysely'
import { calendarOf, type Hours } from '#features/company/opening-hours.rules.ts'
import { hoursColumns } from '#features/company/server/opening-hours.queries.ts'
import { targetFieldNames } from '#features/company/target-fields.rules.ts'
import type { Db } from '#platform/database/database.ts'
import {
  type AnswerClock,
  type Asked,
  answerDue,
  dueOf,
  dueSolution,
  earliest,
  type HoldChange,
  holdsOf,
  type Urgency,
} from '../answer-clock.rules.ts'
import { type TermsTargets, type TicketTargets, targetsOf } from '../answer-targets.rules.ts'
import type { TicketPriority } from '../tickets.contract.ts'

type StoredAsked = { priority: Urgency; at: string; isByMerge?: boolean }
type Told = { priority: Urgency; at: string; due: string }

/** What the moments of a ticket or an enquiry depend on: `answer_facts_of_ticket` and `answer_facts_of_enquiry`. */
type AnswerFacts = {
  kind: 'ticket' | 'enquiry'
  orgId: string
  id: string
  customerId: string | null
  priority: TicketPriority
  asked: StoredAsked[]
  /** From the customer's first word; empty when the customer has asked for nothing. */
  firstAsked: StoredAsked[]
  firstAnsweredAt: string | null
  /** False for what was asked before customers were told when the answer comes. */
  tells: boolean
  told: Told[]
  enquiryTold: Told[]
  mergedTold: Told[]
  arrivedAt: string
  isToBeSolved: boolean
  onHoldSince: string | null
  changes: (Omit<HoldChange, 'at'> & { at: string })[]
} & StoredMoments

type StoredMoments = { dueAt: string | null; promisedAt: string | null; solveBy: string | null }
type Answer = Pick<AnswerFacts, 'kind' | 'orgId' | 'id' | 'told'> & StoredMoments

/**
 * Computes when answers are due, promised and solved in what this transaction has changed. Every transaction that changes a ticket
 * or an enquiry calls it last, before it reads them; the database refuses to commit otherwise. Returns whether a moment changed.
 */
export async function settleAnswers(db: Db): Promise<boolean> {
  const { rows } = await sql<{ facts: AnswerFacts }>`select unsettled_answers() as facts`.execute(db)
  if (rows.length === 0) return false
  const facts = rows.map((row) => row.facts)
  const answers = await computeAll(db, facts)
  await sql`select settle_answers(${JSON.stringify(answers)}::jsonb)`.execute(db)
  return answers.some((answer, at) => differs(answer, facts[at]))
}

export type Batch = {
  orgId: string
  kind: AnswerFacts['kind']
  /** The id after which the batch begins. */
  after: string | null
  limit: number
  /** Also what is done, of which only the promise is computed. */
  withDone?: boolean
}

/**
 * Computes the moments of a company's open tickets or enquiries anew, in the order of their ids, and stores those that differ. Only
 * for the roles of jobs and of the owner. Returns the last id, null after the last batch, how many there were and how many differed.
 */
export async function computeAnswers(db: Db, { orgId, kind, after, limit, withDone = false }: Batch) {
  const { rows } = await sql<{ facts: AnswerFacts }>`
    select list_answers(${orgId}, ${kind}, ${after}, ${limit}, ${withDone}) as facts`.execute(db)
  if (rows.length === 0) return { after: null, changed: 0, count: 0 }
  const facts = rows.map((row) => row.facts).toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const answers = await computeAll(db, facts)
  const changed = answers.filter((answer, at) => differs(answer, facts[at]))
  if (changed.length > 0) await sql`select recompute_answers(${JSON.stringify(changed)}::jsonb)`.execute(db)
  return {
    after: facts.length < limit ? null : (facts.at(-1)?.id ?? null),
    changed: changed.length,
    count: facts.length,
  }
}

async function computeAll(db: Db, facts: AnswerFacts[]): Promise<Answer[]> {
  const clockOf = await loadAnswerClocks(db, facts)
  return facts.map((one) => computeAnswer(clockOf(one), one))
}

type Of = Pick<AnswerFacts, 'orgId' | 'customerId'>
type OfCustomer = { orgId: string; customerId: string }
type Clock = AnswerClock & Pick<TicketTargets, 'solveMinutes'>

/** The calendars and targets of customers; of the company alone for an enquiry, whose sender may be anybody. */
export async function loadAnswerClocks(db: Db, ofs: readonly Of[]): Promise<(of: Of) => Clock> {
  const [companies, termsOf] = await Promise.all([
    loadCompanies(
      db,
      ofs.map(({ orgId }) => orgId),
    ),
    loadTermsTargets(
      db,
      ofs.flatMap(({ orgId, customerId }) => (customerId === null ? [] : [{ orgId, customerId }])),
    ),
  ])
  const clockOf = ({ orgId, customerId }: Of): Clock => {
    const company = companies.get(orgId)
    if (!company) throw new Error(`Company ${orgId} has no facts`)
    const targets = targetsOf(company.facts, customerId === null ? undefined : termsOf.get(customerId))
    return { calendar: company.calendar, targets: targets.answer, solveMinutes: targets.solveMinutes }
  }
  return clockOf
}

/**
 * The targets of the terms that each customer has today, by customer. Read by a definer function, as logins of customers see no
 * terms; customers that the actor does not see are left out.
 */
async function loadTermsTargets(db: Db, ofs: readonly OfCustomer[]): Promise<ReadonlyMap<string, TermsTargets>> {
  if (ofs.length === 0) return new Map()
  const unique = [...new Map(ofs.map((of) => [of.customerId, of])).values()]
  const { rows } = await sql<TermsTargets & OfCustomer>`
    select * from terms_targets(${unique.map(({ orgId }) => orgId)}::uuid[],
      ${unique.map(({ customerId }) => customerId)}::uuid[])`.execute(db)
  return new Map(rows.map((terms) => [terms.customerId, terms]))
}

/** Its calendar is computed once for all of its customers. */
async function loadCompanies(db: Db, orgIds: readonly string[]) {
  if (orgIds.length === 0) return new Map<string, never>()
  const rows = await db
    .selectFrom('companyFacts')
    .select(['orgId', 'emergencyPhone', ...hoursColumns, ...targetFieldNames])
    .where('orgId', 'in', [...new Set(orgIds)])
    .execute()
  return new Map(rows.map(({ orgId, ...facts }) => [orgId, { facts, calendar: calendarOf(facts satisfies Hours) }]))
}

function computeAnswer(clock: Clock, facts: AnswerFacts): Answer {
  const told = toldOf(clock, facts)
  const promised = [...told, ...facts.mergedTold].map(({ due }) => new Date(due))
  return {
    kind: facts.kind,
    orgId: facts.orgId,
    id: facts.id,
    told,
    dueAt: textOf(dueOf(clock, facts.asked.map(momentOf))),
    promisedAt: textOf(earliest(promised)),
    solveBy: textOf(facts.isToBeSolved ? solveBy(clock, facts) : undefined),
  }
}

const momentOf = ({ priority, at }: StoredAsked): Asked => ({ priority, at: new Date(at) })
const textOf = (moment: Date | undefined) => moment?.toISOString() ?? null
const keyOf = ({ priority, at }: Pick<Told, 'priority' | 'at'>) => `${priority} ${Date.parse(at)}`

/**
 * What was told before, which no setting changes, and what is told now: the first answer alone is promised. A priority that came with
 * a merged ticket promises nothing here, as it goes when that is separated.
 */
function toldOf(clock: AnswerClock, { tells, told, enquiryTold, firstAsked, firstAnsweredAt }: AnswerFacts): Told[] {
  const known = new Map([...told, ...enquiryTold].map((one) => [keyOf(one), one]))
  for (const { priority, at, isByMerge } of tells ? firstAsked : []) {
    const isAnswered = firstAnsweredAt !== null && Date.parse(at) > Date.parse(firstAnsweredAt)
    if (known.has(keyOf({ priority, at })) || isAnswered || isByMerge) continue
    const due = answerDue(clock, priority, new Date(at))
    if (due) known.set(keyOf({ priority, at }), { priority, at, due: due.toISOString() })
  }
  return [...known.values()]
}

function solveBy({ calendar, solveMinutes }: Clock, { priority, arrivedAt, changes, onHoldSince }: AnswerFacts) {
  const minutes = solveMinutes[priority]
  if (minutes === null) return undefined
  const history = changes.map((change) => ({ ...change, at: new Date(change.at) }))
  const holds = holdsOf(history, onHoldSince === null ? undefined : new Date(onHoldSince))
  return dueSolution(calendar, new Date(arrivedAt), minutes, holds)
}

const momentFields = ['dueAt', 'promisedAt', 'solveBy'] as const

const differs = (answer: Answer, facts: AnswerFacts | undefined) =>
  momentFields.some((field) => timeOf(answer[field]) !== timeOf(facts?.[field] ?? null)) ||
  answer.told.length !== facts?.told.length
const timeOf = (moment: string | null) => (moment === null ? null : Date.parse(moment))
