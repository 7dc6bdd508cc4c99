// Lists of what customers have of articles, as licence portals export them (docs/decisions/124).
import { sql } from 'kysely'
import type { z } from 'zod'
import { keyOf } from '#features/customers/customer-file.rules.ts'
import { ROWS_PER_STATEMENT } from '#features/customers/server/import.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { invalid } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { matchTexts, type Named, orgNumberKey } from '../count-matching.rules.ts'
import { COUNTED_HUNDREDTHS_MAX, type countImport, type MatchedCount } from '../counted.contract.ts'

type ToCheck = z.output<typeof countImport.check.body>
type ToImport = z.output<typeof countImport.create.body>

/** What the texts of a list mean or may mean, and the charges in force on its date that lists count. */
export async function checkCounts(db: Db, { rows, countedOn }: ToCheck) {
  const [customers, articles, counted] = await Promise.all([
    namedCustomers(db),
    namedArticles(db),
    listCounted(db, countedOn),
  ])
  return {
    customers: matchTexts(
      rows.map(({ customer }) => customer),
      customers,
    ),
    articles: matchTexts(
      rows.map(({ article }) => article),
      articles,
    ),
    counted,
  }
}

/** Active customers by number, then by organisation number, then by name. */
async function namedCustomers(db: Db): Promise<Named[]> {
  const rows = await db
    .selectFrom('customers')
    .leftJoin('billingDetails', (join) =>
      join
        .onRef('billingDetails.orgId', '=', 'customers.orgId')
        .onRef('billingDetails.customerId', '=', 'customers.id'),
    )
    .select(['customers.id', 'name', 'customerNumber', 'orgNumber'])
    .where('archivedAt', 'is', null)
    .orderBy(sql`name collate "sv-SE-x-icu"`)
    .execute()
  return rows.map(({ id, name, customerNumber, orgNumber }) => ({
    id,
    label: name,
    number: customerNumber,
    keys: [[keyOf(customerNumber)], orgNumber ? [orgNumberKey(orgNumber) ?? keyOf(orgNumber)] : [], [keyOf(name)]],
  }))
}

/** Articles by number, then by name; archived ones too, which charges may still have. */
async function namedArticles(db: Db): Promise<Named[]> {
  const rows = await db.selectFrom('articles').select(['id', 'number', 'name']).orderBy(sql`lower(number)`).execute()
  return rows.map(({ id, number, name }) => ({ id, label: name, keys: [[keyOf(number)], [keyOf(name)]] }))
}

const listCounted = (db: Db, on: string) =>
  db
    .selectFrom('charges')
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'charges.orgId').onRef('customers.id', '=', 'charges.customerId'),
    )
    .innerJoin('articles', (join) =>
      join.onRef('articles.orgId', '=', 'charges.orgId').onRef('articles.id', '=', 'charges.articleId'),
    )
    .select(['charges.customerId', 'articles.id as articleId', 'customers.name as customer'])
    .select((eb) => eb.fn.coalesce('charges.text', 'articles.name').as('name'))
    .where('countedBy', '=', 'list')
    .where('startsOn', '<=', on)
    .where((eb) => eb.or([eb('endsOn', 'is', null), eb('endsOn', '>=', on)]))
    .orderBy(sql`customers.name collate "sv-SE-x-icu"`)
    .execute()

/** Stores all rows in the transaction of the request; a list of the same date replaces the numbers that it has. */
export async function importCounts(db: Db, actor: StaffActor, { rows, countedOn }: ToImport) {
  const orgId = organizationOf(actor)
  const counts = added(rows)
  const values = counts.map((count) => ({ ...count, orgId, countedOn, importedBy: actor.userId }))
  const gone = () => invalid('En kund eller artikel i listan finns inte längre. Välj filen igen.')
  for (let first = 0; first < values.length; first += ROWS_PER_STATEMENT)
    await onConstraint({ imported_counts_customer: gone, imported_counts_article: gone }, () =>
      db
        .insertInto('importedCounts')
        .values(values.slice(first, first + ROWS_PER_STATEMENT))
        .onConflict((row) =>
          row.columns(['orgId', 'customerId', 'articleId', 'countedOn']).doUpdateSet((eb) => ({
            hundredths: eb.ref('excluded.hundredths'),
            importedBy: eb.ref('excluded.importedBy'),
            importedAt: sql`now()`,
          })),
        )
        .execute(),
    )
  await audit(db, actor, { action: 'imported', subject: 'count', detail: { countedOn, counts: counts.length } })
  return { created: counts.length }
}

/** One count of each customer and article, in one order, so that two imports do not wait for each other. */
function added(rows: readonly MatchedCount[]): MatchedCount[] {
  const sums = new Map<string, MatchedCount>()
  for (const [index, row] of rows.entries()) {
    const key = `${row.customerId} ${row.articleId}`
    const hundredths = (sums.get(key)?.hundredths ?? 0) + row.hundredths
    if (hundredths > COUNTED_HUNDREDTHS_MAX)
      throw invalid('Några rader kan inte importeras', { [`rows.${index}.hundredths`]: 'Summan är för stor' })
    sums.set(key, { ...row, hundredths })
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, count]) => count)
}
