import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { page, positionOf } from '#platform/database/keyset.ts'
import { containing } from '#platform/database/like-pattern.ts'
import type { Schema } from '#platform/database/schema.ts'
import { hasText, wholeFirst } from '#platform/database/search-words.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { alreadyDone, conflict, invalidField, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { PAGE_SIZE } from '#shared/contract.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import type { Ore } from '#shared/money.rules.ts'
import {
  ARTICLE_CHOICES_MAX,
  ARTICLE_NOT_FOUND,
  ARTICLE_NUMBER_TAKEN,
  Article,
  type ArticleChoices,
  type ArticleFilter,
  type ChangedArticle,
  type NewArticle,
} from '../articles.contract.ts'

/** Numbers are compared without case, as by the index articles_numbers. */
export const numberKey = sql<string>`lower(number collate "sv-SE-x-icu")`

const columns = [
  ...(['id', 'number', 'name', 'unit', 'vatClass', 'vatReason', 'account'] as const),
  ...(['isConstruction', 'isElectronics', 'version'] as const),
] as const

/** The price of a day; null before the first one. */
const priceOn = (day: string) => sql<Ore | null>`(select price_ore from article_prices p
  where p.org_id = articles.org_id and p.article_id = articles.id and p.valid_from <= ${day}::date
  order by p.valid_from desc limit 1)`

const withPrice = (db: Kysely<Schema>, today = todayInStockholm()) =>
  db
    .selectFrom('articles')
    .select(columns)
    .select((eb) => [eb('archivedAt', 'is not', null).as('isArchived'), priceOn(today).as('priceOre')])
    .$narrowType<{ isArchived: boolean }>()

const numberOrNameHas = (text: string) =>
  sql<boolean>`(number ilike ${containing(text)} or name ilike ${containing(text)})`

const matching = <Row>(query: SelectQueryBuilder<Schema, 'articles', Row>, search: string | undefined) =>
  query.$if(Boolean(search), (rows) => rows.where(hasText(search ?? '', numberOrNameHas)))

/** A page of articles by number. */
export async function listArticles(db: Db, { search, archived, after }: ArticleFilter) {
  const position = positionOf(after, ['name', 'id'])
  const rows = await withPrice(db)
    .select(numberKey.as('key'))
    .where('archivedAt', archived ? 'is not' : 'is', null)
    .$call((query) => matching(query, search))
    .$if(position !== undefined, (query) =>
      query.where(sql<boolean>`(${numberKey}, id) > (${position?.name}, ${position?.id}::uuid)`),
    )
    .orderBy(numberKey)
    .orderBy('id')
    .limit(sql.lit(PAGE_SIZE + 1))
    .execute()
  return page(rows, ({ key: name, id }) => ({ name, id }))
}

/** The first active articles that match, or the one with an id, also an archived one, with the price of a day. */
export const listArticleChoices = (db: Db, { search, id, on }: ArticleChoices) =>
  withPrice(db, on)
    .$call((query) => (id ? query.where('id', '=', id) : query.where('archivedAt', 'is', null)))
    .$call((query) => matching(query, search))
    .$call(wholeFirst(search ?? '', numberOrNameHas))
    .orderBy(numberKey)
    .limit(sql.lit(ARTICLE_CHOICES_MAX))
    .execute()

/** All articles by number, with today's price, or the next one before the first, and the date from which it applies. */
export const listExportedArticles = (db: Db, today = todayInStockholm()) =>
  db
    .selectFrom('articles')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('articlePrices')
          .select(['priceOre', 'validFrom'])
          .whereRef('articlePrices.orgId', '=', 'articles.orgId')
          .whereRef('articlePrices.articleId', '=', 'articles.id')
          .orderBy(sql`valid_from > ${today}::date, abs(valid_from - ${today}::date)`)
          .limit(sql.lit(1))
          .as('price'),
      (join) => join.onTrue(),
    )
    .select(['number', 'name', 'unit', 'vatClass', 'vatReason', 'account', 'price.priceOre', 'price.validFrom'])
    .select(['isConstruction', 'isElectronics'])
    .select((eb) => eb('archivedAt', 'is not', null).as('isArchived'))
    .$narrowType<{ isArchived: boolean }>()
    .orderBy(numberKey)
    .execute()

/** Throws 404 for an unknown article. */
export async function getArticle(db: Db, id: string): Promise<Article> {
  const article = await withPrice(db).where('id', '=', id).executeTakeFirst()
  if (!article) throw notFound(ARTICLE_NOT_FOUND)
  return article
}

const withUniqueNumber = <T>(statement: () => Promise<T>) =>
  onConstraint({ articles_numbers: () => invalidField('number', ARTICLE_NUMBER_TAKEN) }, statement)

/** The reason is kept only where it is printed. */
export const taxed = <Fields extends Pick<NewArticle, 'vatClass' | 'vatReason'>>(fields: Fields) => ({
  ...fields,
  vatReason: fields.vatClass === 'none' ? fields.vatReason : null,
})

/** Throws 422 for a number that another article has. */
export async function createArticle(db: Db, actor: StaffActor, { priceOre, validFrom, ...article }: NewArticle) {
  const orgId = organizationOf(actor)
  const id = uuidv7()
  await withUniqueNumber(() =>
    db
      .insertInto('articles')
      .values({ ...taxed(article), orgId, id, createdBy: actor.userId })
      .execute(),
  )
  if (priceOre !== null && validFrom !== null)
    await db.insertInto('articlePrices').values({ orgId, articleId: id, validFrom, priceOre }).execute()
  const { number, vatClass, account } = article
  await audit(db, actor, {
    action: 'created',
    subject: 'article',
    subjectId: id,
    detail: { number, vatClass, account, priceOre, validFrom },
  })
  return getArticle(db, id)
}

/** Throws 404 for an unknown article, 409 with the current row for an outdated version, 422 for a number that is taken. */
export async function changeArticle(db: Db, actor: StaffActor, id: string, { version, ...article }: ChangedArticle) {
  const changed = await withUniqueNumber(() =>
    db
      .updateTable('articles')
      .set({ ...taxed(article), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning(['number', 'vatClass', 'account', 'version'])
      .executeTakeFirst(),
  )
  const current = await getArticle(db, id)
  if (!changed) throw conflict(Article, current)
  await audit(db, actor, { action: 'changed', subject: 'article', subjectId: id, detail: changed })
  return current
}

/** Throws 404 for an unknown article, 409 for one that is archived already. */
export const archiveArticle = (db: Db, actor: StaffActor, id: string) => setArchived(db, actor, id, true)
/** Throws 404 for an unknown article, 409 for an active one. */
export const restoreArticle = (db: Db, actor: StaffActor, id: string) => setArchived(db, actor, id, false)

async function setArchived(db: Db, actor: StaffActor, id: string, isArchived: boolean) {
  // Waits for what is choosing the article, and holds those that choose it next (refuse_archived_article).
  await db.selectFrom('articles').select('id').where('id', '=', id).forUpdate().execute()
  const changed = await db
    .updateTable('articles')
    .set({ archivedAt: isArchived ? sql`now()` : null })
    .where('id', '=', id)
    .where('archivedAt', isArchived ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()
  const current = await getArticle(db, id)
  if (!changed) throw alreadyDone(Article, current)
  await audit(db, actor, { action: isArchived ? 'archived' : 'restored', subject: 'article', subjectId: id })
  return current
}
