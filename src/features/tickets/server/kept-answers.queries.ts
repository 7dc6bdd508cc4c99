import { sql } from 'kysely'
import { ANSWERS_MEASURED_DAYS, type KeptAnswers } from '../kept-answers.contract.ts'

/** How first answers were kept: those of the customer's tickets, or all with those to enquiries. A part of a query. */
export const keptAnswers = (customerId: string | null = null) =>
  sql<KeptAnswers>`(select kept, missed, median_minutes
    from measure_answers(now() - make_interval(days => ${sql.lit(ANSWERS_MEASURED_DAYS)}), now(), ${customerId}::uuid))`
