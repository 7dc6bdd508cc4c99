// The first hits among customers and their contacts, for a search of everything.
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { containing } from '#platform/database/like-pattern.ts'
import { hasText, wholeFirst } from '#platform/database/search-words.ts'
import { inSwedishOrder } from '#platform/database/swedish-order.ts'
import { asciiSearch } from '#shared/email.rules.ts'
import { closenessTo, digitsContaining, idsWithWhole, searchedIds } from './customers.queries.ts'

/** The first active customers that a search finds: those with the whole text first, and of them names that begin with it. */
export const listFirstCustomers = (db: Db, search: string, limit: number) =>
  db
    .selectFrom('customers')
    .select(['id', 'name', 'email'])
    .where('archivedAt', 'is', null)
    .where(sql<boolean>`id = any(array(${searchedIds(search)}))`)
    .$call(wholeFirst(search, (text) => sql`id = any(array(${idsWithWhole(text)}))`))
    .orderBy(closenessTo(search))
    .orderBy(inSwedishOrder)
    .orderBy('id')
    .limit(sql.lit(limit))
    .execute()

const contactHas = (text: string) =>
  sql<boolean>`coalesce(contacts.said like lower(${containing(text)}) or lower(contacts.email) like lower(${containing(asciiSearch(text))})
    or contacts.numbers like ${digitsContaining(text)}, false)`

/**
 * The first active contacts of active customers with the text, or each of its words, in name, address or numbers. The index of
 * texts finds their customers, whose contacts are read with row-level security.
 */
export const listFirstContacts = (db: Db, search: string, limit: number) =>
  db
    .selectFrom('contacts')
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'contacts.orgId').onRef('customers.id', '=', 'contacts.customerId'),
    )
    .select(['contacts.id', 'contacts.name', 'title', 'customerId', 'customers.name as customerName'])
    .where('contacts.archivedAt', 'is', null)
    .where('customers.archivedAt', 'is', null)
    .where(sql<boolean>`contacts.customer_id in (${searchedIds(search)})`)
    .where(hasText(search, contactHas))
    .$call(wholeFirst(search, contactHas))
    .orderBy(closenessTo(search, sql.ref('contacts.name')))
    .orderBy(sql`contacts.name collate "sv-SE-x-icu"`)
    .orderBy('contacts.id')
    .limit(sql.lit(limit))
    .execute()
