import { sql } from 'kysely'

/** The latest row of a table of dated terms. */
const latestOf = (rows: ReturnType<typeof sql>, today: string) => sql`(
  select terms_id from ${rows} and valid_from <= ${today}::date order by valid_from desc limit 1)`

/**
 * The name of the customer's terms today, by its agreement or as the company's default; no row without either. An agreement
 * row without terms ends the agreement.
 */
export const currentTerms = (customerId: string, today: string) =>
  sql<{ terms: string; isDefault: boolean }>`(
    select terms.name as terms, own.terms_id is null as is_default
    from (select ${latestOf(sql`agreements where customer_id = ${customerId}`, today)} as terms_id) as own
      join terms on terms.id = coalesce(own.terms_id, ${latestOf(sql`default_terms where true`, today)}))`
