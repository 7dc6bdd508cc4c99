// Finds existing customers that may be the one that somebody is about to add.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { asciiDomain } from '#shared/email.rules.ts'
import type { SimilarCustomer, SimilarTo } from '../customers.contract.ts'

const SIMILAR_MAX = 5

const isSame = (part: RawBuilder<boolean>) => sql<boolean>`coalesce(${part}, false)`

/**
 * Customers, also archived, with the same name apart from the legal form, the same e-mail address or a telephone number in common;
 * the most similar first, at most five. Excludes `except`, the customer being changed.
 */
export async function listSimilarCustomers(
  db: Db,
  { name, email, phone, except }: SimilarTo,
): Promise<SimilarCustomer[]> {
  const sameName = isSame(sql`comparable_name(name) = comparable_name(${name}) and comparable_name(name) <> ''`)
  const address = asciiDomain(email.toLowerCase())
  const sameEmail = isSame(sql`lower(email) = ${address} and email <> ''`)
  const samePhone = isSame(sql`phone_numbers(phone) && phone_numbers(${phone})`)
  const { rows } = await sql<SimilarCustomer>`
    select id, name, is_archived as "isArchived", same_name as "sameName", same_email as "sameEmail", same_phone as "samePhone"
    from (
      select id, name, archived_at is not null as is_archived,
        ${sameName} as same_name, ${sameEmail} as same_email, ${samePhone} as same_phone
      from customers where id = any(array(select similar_customers(${name}, ${address}, ${phone})))
        and id is distinct from ${except ?? null}::uuid
    ) compared
    where same_name or same_email or same_phone
    order by same_name::int + same_email::int + same_phone::int desc, is_archived, name collate "sv-SE-x-icu", id
    limit ${sql.lit(SIMILAR_MAX)}`.execute(db)
  return rows
}
