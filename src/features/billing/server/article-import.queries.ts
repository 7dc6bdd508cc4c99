import { type InsertObject, sql } from 'kysely'
import { keyOf } from '#features/customers/customer-file.rules.ts'
import { ROWS_PER_STATEMENT } from '#features/customers/server/import.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { invalid } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import type { Ore } from '#shared/money.rules.ts'
import type { ImportedArticle } from '../article-import.contract.ts'
import { type Article, NEEDS_VAT_REASON, ONE_REVERSE_CHARGE } from '../articles.contract.ts'
import { validOn } from '../terms.rules.ts'
import { numberKey, taxed } from './articles.queries.ts'

const fields = [
  ...(['number', 'name', 'unit', 'vatClass', 'vatReason', 'account'] as const),
  ...(['isConstruction', 'isElectronics'] as const),
] as const
type Stored = Pick<Article, (typeof fields)[number] | 'isArchived'>
type Existing = Stored & { id: string; prices: { validFrom: string; priceOre: Ore }[] }

type Verdict =
  | { problem: { field: string; message: string } }
  | { id: string; outcome: 'created' | 'changed' | 'unchanged'; isOther: boolean; values: Stored; price: Price | null }
type Price = { validFrom: string; priceOre: Ore }

/** What the import would do with each row. */
export async function checkArticles(db: Db, rows: ImportedArticle[]) {
  const verdicts = await judge(db, rows, todayInStockholm())
  return {
    ...countedIn(verdicts),
    problems: verdicts.flatMap((verdict, row) =>
      'problem' in verdict ? [{ row, message: verdict.problem.message }] : [],
    ),
  }
}

const countedIn = (verdicts: Verdict[]) => {
  const rowsWith = (outcome: string) =>
    verdicts.flatMap((verdict, row) => ('outcome' in verdict && verdict.outcome === outcome ? [row] : []))
  return { created: rowsWith('created').length, changed: rowsWith('changed'), unchanged: rowsWith('unchanged') }
}

/** Stores all rows in the transaction of the request. Throws 422 with the rows that cannot be stored. */
export async function importArticles(db: Db, actor: StaffActor, rows: ImportedArticle[]) {
  const orgId = organizationOf(actor)
  const verdicts = await judge(db, rows, todayInStockholm())
  const refused = verdicts.flatMap((verdict, row) =>
    'problem' in verdict ? [[`rows.${row}.${verdict.problem.field}`, verdict.problem.message] as const] : [],
  )
  if (refused.length > 0) throw invalid('Några rader kan inte importeras', Object.fromEntries(refused))
  const accepted = verdicts.flatMap((verdict) => ('problem' in verdict ? [] : [verdict]))
  const written = accepted
    .filter(({ isOther }) => isOther)
    .map(({ id, values: { isArchived, ...values } }) => ({
      ...values,
      orgId,
      id,
      archivedAt: isArchived ? sql<string>`now()` : null,
      createdBy: actor.userId,
    }))
  const prices = accepted.flatMap(({ id, price }) => (price ? [{ orgId, articleId: id, ...price }] : []))
  for (const part of inParts(written)) await storeArticles(db, part)
  for (const part of inParts(prices)) await storePrices(db, part)
  const counted = countedIn(verdicts)
  await audit(db, actor, {
    action: 'imported',
    subject: 'article',
    detail: { created: counted.created, changed: counted.changed.length, prices: prices.length },
  })
  return counted
}

const inParts = <Row>(rows: Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_PER_STATEMENT) }, (_, part) =>
    rows.slice(part * ROWS_PER_STATEMENT, (part + 1) * ROWS_PER_STATEMENT),
  )

/** Number and name, unit, VAT, account and archiving of new articles, and of those with the same number. */
const storeArticles = (db: Db, rows: InsertObject<Schema, 'articles'>[]) =>
  db
    .insertInto('articles')
    .values(rows)
    .onConflict((row) =>
      row.expression(sql`org_id, lower(number collate "sv-SE-x-icu")`).doUpdateSet((eb) => ({
        number: eb.ref('excluded.number'),
        name: eb.ref('excluded.name'),
        unit: eb.ref('excluded.unit'),
        vatClass: eb.ref('excluded.vatClass'),
        vatReason: eb.ref('excluded.vatReason'),
        account: eb.ref('excluded.account'),
        isConstruction: eb.ref('excluded.isConstruction'),
        isElectronics: eb.ref('excluded.isElectronics'),
        // An article that stays archived keeps its date of archiving.
        archivedAt: sql<string | null>`case when excluded.archived_at is not null
          then coalesce(articles.archived_at, excluded.archived_at) end`,
        version: sql<number>`articles.version + 1`,
      })),
    )
    .execute()

const storePrices = (db: Db, rows: InsertObject<Schema, 'articlePrices'>[]) =>
  db
    .insertInto('articlePrices')
    .values(rows)
    .onConflict((row) =>
      row.columns(['orgId', 'articleId', 'validFrom']).doUpdateSet((eb) => ({ priceOre: eb.ref('excluded.priceOre') })),
    )
    .execute()

/** The outcome of each row. */
async function judge(db: Db, rows: ImportedArticle[], today: string): Promise<Verdict[]> {
  const existing = await existingArticles(db, rows)
  const seen = new Set<string>()
  return rows.map((row) => {
    const key = keyOf(row.number)
    if (seen.has(key)) return { problem: { field: 'number', message: 'Artikelnumret finns redan högre upp i filen' } }
    seen.add(key)
    return verdictOn(row, existing.get(key), today)
  })
}

async function existingArticles(db: Db, rows: ImportedArticle[]): Promise<Map<string, Existing>> {
  const numbers = rows.map(({ number }) => number)
  const found = await db
    .selectFrom('articles')
    .select(['id', ...fields, 'archivedAt'])
    .where(
      sql<boolean>`${numberKey} in (select lower(typed collate "sv-SE-x-icu") from unnest(${numbers}::text[]) typed)`,
    )
    .orderBy('id')
    .execute()
  const prices = await db
    .selectFrom('articlePrices')
    .select(['articleId', 'validFrom', 'priceOre'])
    .where(sql<boolean>`article_id = any(${found.map(({ id }) => id)}::uuid[])`)
    .execute()
  const pricesOf = Map.groupBy(prices, ({ articleId }) => articleId)
  return new Map(
    found.map(({ archivedAt, ...article }) => [
      keyOf(article.number),
      { ...article, isArchived: archivedAt !== null, prices: pricesOf.get(article.id) ?? [] },
    ]),
  )
}

const usual: Omit<Stored, 'number' | 'name'> = {
  unit: 'st',
  vatClass: 'standard',
  vatReason: null,
  account: null,
  isConstruction: false,
  isElectronics: false,
  isArchived: false,
}

function verdictOn(row: ImportedArticle, existing: Existing | undefined, today: string): Verdict {
  const before = existing ?? usual
  const values: Stored = taxed({
    number: row.number,
    name: row.name,
    unit: row.unit ?? before.unit,
    vatClass: row.vatClass ?? before.vatClass,
    vatReason: row.vatReason === undefined ? before.vatReason : row.vatReason,
    account: row.account === undefined ? before.account : row.account,
    isConstruction: row.isConstruction ?? before.isConstruction,
    isElectronics: row.isElectronics ?? before.isElectronics,
    isArchived: row.isArchived ?? before.isArchived,
  })
  if (values.vatClass === 'none' && values.vatReason === null)
    return { problem: { field: 'vatReason', message: NEEDS_VAT_REASON } }
  if (values.isConstruction && values.isElectronics)
    return { problem: { field: 'isElectronics', message: ONE_REVERSE_CHARGE } }
  const price = newPrice(row, existing, today)
  const id = existing?.id ?? uuidv7()
  if (!existing) return { id, outcome: 'created', isOther: true, values, price }
  const isOther = (Object.keys(values) as (keyof Stored)[]).some((field) => values[field] !== existing[field])
  return { id, outcome: isOther || price ? 'changed' : 'unchanged', isOther, values, price }
}

/** Null for a row without a price, and for a price that applies on its date already. */
function newPrice({ priceOre, validFrom }: ImportedArticle, existing: Existing | undefined, today: string) {
  if (priceOre === null) return null
  const from = validFrom ?? today
  return existing && validOn(existing.prices, from)?.priceOre === priceOre ? null : { validFrom: from, priceOre }
}
