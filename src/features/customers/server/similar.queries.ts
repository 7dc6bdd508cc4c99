// Which customers may be the one that somebody is about to add.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { asciiDomain } from '#shared/email.rules.ts'
import type { SimilarCustomer, SimilarTo } from '../customers.contract.ts'

const SIMILAR_MAX = 5

/** Legal forms, which people leave out or abbreviate: 'Åkeriet' and 'Åkeriet AB' are one company. */
const legalForms = [
  ...['ab', 'aktiebolag', 'aktiebolaget', 'hb', 'handelsbolag', 'handelsbolaget', 'kb', 'kommanditbolag'],
  ...['kommanditbolaget', 'ef', 'enskild firma', 'ekonomisk förening', 'ek för', 'publ'],
]
const words = `\\m(${legalForms.join('|')})\\M`

/** A name as it is compared: lower case, without legal form, punctuation and repeated spaces. */
const comparable = (name: RawBuilder<unknown>) =>
  sql`btrim(regexp_replace(regexp_replace(
    regexp_replace(lower(${name} collate "sv-SE-x-icu"), '[^[:alnum:]]+', ' ', 'g'), ${words}, ' ', 'g'), '\\s+', ' ', 'g'))`

const isSame = (part: RawBuilder<boolean>) => sql<boolean>`coalesce(${part}, false)`

/**
 * Customers with the same name but for the legal form, the same e-mail or one telephone number in common, archived ones too; the
 * most alike first, at most five. Without `except`, the customer that is being changed.
 */
export async function listSimilarCustomers(
  db: Db,
  { name, email, phone, except }: SimilarTo,
): Promise<SimilarCustomer[]> {
  const sameName = isSame(
    sql`${name} <> '' and ${comparable(sql`name`)} = ${comparable(sql`${name}::text`)} and ${comparable(sql`name`)} <> ''`,
  )
  const sameEmail = isSame(sql`lower(email) = ${asciiDomain(email.toLowerCase())} and email <> ''`)
  const samePhone = isSame(sql`phone_numbers(phone) && phone_numbers(${phone})`)
  const { rows } = await sql<SimilarCustomer>`
    select id, name, is_archived as "isArchived", same_name as "sameName", same_email as "sameEmail", same_phone as "samePhone"
    from (
      select id, name, archived_at is not null as is_archived,
        ${sameName} as same_name, ${sameEmail} as same_email, ${samePhone} as same_phone
      from customers where id is distinct from ${except ?? null}::uuid
    ) compared
    where same_name or same_email or same_phone
    order by same_name::int + same_email::int + same_phone::int desc, is_archived, name collate "sv-SE-x-icu", id
    limit ${sql.lit(SIMILAR_MAX)}`.execute(db)
  return rows
}
