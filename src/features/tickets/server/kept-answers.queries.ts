// How first answers were kept: parts of queries.
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { fromNestedTimestamp } from '#platform/database/nested-rows.ts'
import { type AllAnswers, ANSWERS_MEASURED_DAYS, type KeptAnswers } from '../kept-answers.contract.ts'

export const measuredSince = sql`now() - make_interval(days => ${sql.lit(ANSWERS_MEASURED_DAYS)})`

/** Of a customer's tickets. */
export const answersToCustomer = (customerId: string) =>
  sql<KeptAnswers>`(select kept, missed, median_minutes from answers_to_customer(${customerId}, ${measuredSince}))`

/** Of all tickets and enquiries, as measured by a job; none before the first time. */
export const allAnswers = (db: Db) =>
  db.selectFrom('answerFigures').select(['kept', 'missed', 'medianMinutes', 'countedAt'])

type Figures = KeptAnswers & { countedAt: string }

/** `figures` is a nested row of `allAnswers`. */
export const toAllAnswers = (figures: Figures | null): AllAnswers =>
  figures === null
    ? { kept: 0, missed: 0, medianMinutes: null, countedAt: null }
    : { ...figures, countedAt: fromNestedTimestamp(figures.countedAt) }
