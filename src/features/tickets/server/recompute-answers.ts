// Computes anew when answers are due after a change of opening hours, targets or terms, which queues the job in its transaction
// (recompute_answers_after). `promised_at` stays as it was told.
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database, Db } from '#platform/database/database.ts'
import type { Job, Schedule, Tasks } from '#platform/jobs/job-catalogue.ts'
import { Id } from '#shared/contract.ts'
import type { AnsweredKind } from '../recomputation.contract.ts'
import { computeAnswers } from './answer-clock.queries.ts'

export const RECOMPUTE_ANSWERS = 'recompute-answers'
const NIGHTLY_RECOMPUTATION = 'nightly-answer-recomputation'

/** The rows that a transaction locks at most: whoever writes in one of them waits for these alone. */
export const RECOMPUTED_TOGETHER = 50
/** A run without a batch for so long has lost its job, and another may go on with it. */
const ABANDONED_SECONDS = 60
/** Operators may leave a transaction open. */
const EARLIER_WRITES_SECONDS = 60
const RETRY_MS = 50

const Payload = z.object({ orgId: Id })

export const recomputationTasks = (database: Database): Tasks => ({
  [RECOMPUTE_ANSWERS]: (payload, job) => recomputeAnswers(database, Payload.parse(payload).orgId, job),
  [NIGHTLY_RECOMPUTATION]: () => database.as('jobs', requestAll),
})

/** After midnight in Stockholm, when an agreement may begin, and for what operators have changed in the database. In UTC. */
export const recomputationSchedule: Schedule = [
  // After midnight in Stockholm in both halves of the year, as terms apply from a day.
  { task: NIGHTLY_RECOMPUTATION, match: '12 22,23 * * *', catchesUpHours: 24 },
]

async function requestAll(db: Db) {
  await db.selectFrom('companyFacts').select(sql`request_recomputation(org_id)`.as('requested')).execute()
}

/** How far the run of the actor's company is; null when there is none. */
export async function readProgress(db: Db) {
  const run = await db.selectFrom('answerRecomputations').select(['running', 'done', 'total']).executeTakeFirst()
  return run && run.running !== null ? { done: run.done, total: run.total } : null
}

/**
 * Runs until all requests are followed. Each batch is a short transaction that also stores the place, so that a job that is
 * repeated goes on there; a second job leaves the run to the first one.
 */
export async function recomputeAnswers(database: Database, orgId: string, { id: job }: Job = { id: 'once' }) {
  for (let isFirst = true; ; isFirst = false) {
    const step = await database.as('jobs', (db) => recomputeBatch(db, { orgId, job, isFirst }))
    if (step === 'done') return
    if (step === 'early') await setTimeout(RETRY_MS)
  }
}

type Turn = { orgId: string; job: string; isFirst: boolean }

async function recomputeBatch(db: Db, { orgId, job, isFirst }: Turn): Promise<'done' | 'more' | 'early'> {
  // One batch of a company at a time, whichever job it belongs to.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`answers ${orgId}`}, 0))`.execute(db)
  const run = await findRun(db, orgId)
  if (!run) return 'done'
  if (run.running === null || run.kind === null) {
    if (run.requested === run.finished) return 'done'
    await sql`select start_recomputation(${orgId}, ${job})`.execute(db)
    return 'more'
  }
  if (run.job !== job && !(isFirst && run.isAbandoned)) return 'done'
  if (run.hasEarlierWrites) return 'early'
  // A change of a ticket or an enquiry would send an event; one at the end stands for all.
  await sql`select set_config('app.quiet', 'on', true)`.execute(db)
  const { kind, after: begin, running } = run
  const { after, count } = await computeAnswers(db, { orgId, kind, after: begin, limit: RECOMPUTED_TOGETHER })
  const done = Math.min(run.done + count, run.total)
  await db
    .updateTable('answerRecomputations')
    .set({ job, storedAt: sql<string>`now()`, done, ...placeAfter(kind, after, running) })
    .where('orgId', '=', orgId)
    .execute()
  return 'more'
}

/** Enquiries follow tickets, and the end follows enquiries. */
function placeAfter(kind: AnsweredKind, after: string | null, running: number) {
  if (after !== null) return { kind, after }
  if (kind === 'ticket') return { kind: 'enquiry' as const, after: null }
  return { kind: null, after: null, running: null, finished: running }
}

const findRun = (db: Db, orgId: string) =>
  db
    .selectFrom('answerRecomputations')
    .select(['requested', 'running', 'finished', 'job', 'kind', 'after', 'done', 'total'])
    .select([
      sql<boolean>`coalesce(stored_at < now() - ${ABANDONED_SECONDS} * interval '1 second', false)`.as('isAbandoned'),
      // They may have computed by what applied before, and are not to be seen yet.
      sql<boolean>`coalesce(pg_snapshot_xmin(pg_current_snapshot()) < started_before
        and started_at > now() - ${EARLIER_WRITES_SECONDS} * interval '1 second', false)`.as('hasEarlierWrites'),
    ])
    .where('orgId', '=', orgId)
    .executeTakeFirst()
