// The dated prices of articles, which articles work has, and those of the lines of an invoice basis.
import { sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { invalidField, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import {
  ARTICLE_IS_ARCHIVED,
  ARTICLE_NOT_FOUND,
  ARTICLE_PRICE_NOT_FOUND,
  type ArticlePrices,
  type NewArticlePrice,
  type WorkArticles,
} from '../articles.contract.ts'
import { type LineArticles, type WorkLineKind, workLineKinds } from '../articles.rules.ts'
import { getArticle } from './articles.queries.ts'

/** Newest first. Throws 404 for an unknown article. */
export async function listArticlePrices(db: Db, id: string): Promise<ArticlePrices> {
  await getArticle(db, id)
  const prices = await db
    .selectFrom('articlePrices')
    .select(['validFrom', 'priceOre'])
    .where('articleId', '=', id)
    .orderBy('validFrom', 'desc')
    .execute()
  return { prices }
}

/** Throws 404 for an unknown article. */
export async function setArticlePrice(db: Db, actor: StaffActor, id: string, { validFrom, priceOre }: NewArticlePrice) {
  await onConstraint({ article_prices_article: () => notFound(ARTICLE_NOT_FOUND) }, () =>
    db
      .insertInto('articlePrices')
      .values({ orgId: organizationOf(actor), articleId: id, validFrom, priceOre })
      .onConflict((row) => row.columns(['orgId', 'articleId', 'validFrom']).doUpdateSet({ priceOre }))
      .execute(),
  )
  await audit(db, actor, {
    action: 'changed',
    subject: 'article_price',
    subjectId: id,
    detail: { validFrom, priceOre },
  })
  return listArticlePrices(db, id)
}

/** Throws 404 for an unknown article and for a date without a price. */
export async function removeArticlePrice(db: Db, actor: StaffActor, id: string, validFrom: string) {
  await getArticle(db, id)
  const removed = await db
    .deleteFrom('articlePrices')
    .where('articleId', '=', id)
    .where('validFrom', '=', validFrom)
    .returning('priceOre')
    .executeTakeFirst()
  if (!removed) throw notFound(ARTICLE_PRICE_NOT_FOUND)
  await audit(db, actor, {
    action: 'deleted',
    subject: 'article_price',
    subjectId: id,
    detail: { validFrom, ...removed },
  })
  return listArticlePrices(db, id)
}

/** A row for each kind of work, the start fee and monthly fees. */
export async function listWorkArticles(db: Db): Promise<WorkArticles> {
  const rows = await db
    .selectFrom('workArticles')
    .innerJoin('articles', (join) =>
      join.onRef('articles.orgId', '=', 'workArticles.orgId').onRef('articles.id', '=', 'workArticles.articleId'),
    )
    .select(['kind', 'articles.id', 'number', 'name'])
    .execute()
  const chosen = new Map(rows.map(({ kind, ...article }) => [kind, article]))
  return { rows: workLineKinds.map((kind) => ({ kind, article: chosen.get(kind) ?? null })) }
}

/** Throws 404 for an unknown article and 422 for an archived one. */
export async function setWorkArticle(db: Db, actor: StaffActor, kind: WorkLineKind, articleId: string | null) {
  if (articleId === null) await db.deleteFrom('workArticles').where('kind', '=', kind).execute()
  else
    await onConstraint(
      {
        work_articles_article: () => notFound(ARTICLE_NOT_FOUND),
        article_is_active: () => invalidField('articleId', ARTICLE_IS_ARCHIVED),
      },
      () =>
        db
          .insertInto('workArticles')
          .values({ orgId: organizationOf(actor), kind, articleId })
          .onConflict((row) => row.columns(['orgId', 'kind']).doUpdateSet({ articleId }))
          .execute(),
    )
  await audit(db, actor, { action: 'changed', subject: 'work_article', detail: { kind, articleId } })
  return listWorkArticles(db)
}

const columnsOfLines = [
  ...(['articles.number', 'articles.name', 'vatClass', 'vatReason', 'account'] as const),
  ...(['isConstruction', 'isElectronics'] as const),
] as const

/** The articles of a company's work, and those of travel and material by id. */
export async function getLineArticles(db: Db, orgId: string, ids: readonly string[]): Promise<LineArticles> {
  const [ofWork, byId] = await Promise.all([
    db
      .selectFrom('workArticles')
      .innerJoin('articles', (join) =>
        join.onRef('articles.orgId', '=', 'workArticles.orgId').onRef('articles.id', '=', 'workArticles.articleId'),
      )
      .select('kind')
      .select(columnsOfLines)
      .where('workArticles.orgId', '=', orgId)
      .execute(),
    ids.length === 0
      ? []
      : db
          .selectFrom('articles')
          .select('id')
          .select(columnsOfLines)
          .where('orgId', '=', orgId)
          .where(sql<boolean>`id = any(${[...new Set(ids)]}::uuid[])`)
          .execute(),
  ])
  return {
    ofWork: new Map(ofWork.map(({ kind, ...article }) => [kind, article])),
    byId: new Map(byId.map(({ id, ...article }) => [id, article])),
  }
}
