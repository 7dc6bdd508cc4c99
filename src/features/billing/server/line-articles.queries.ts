import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { LineArticles } from '../articles.rules.ts'

const columns = [
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
      .select(columns)
      .where('workArticles.orgId', '=', orgId)
      .execute(),
    ids.length === 0
      ? []
      : db
          .selectFrom('articles')
          .select('id')
          .select(columns)
          .where('orgId', '=', orgId)
          .where(sql<boolean>`id = any(${[...new Set(ids)]}::uuid[])`)
          .execute(),
  ])
  return {
    ofWork: new Map(ofWork.map(({ kind, ...article }) => [kind, article])),
    byId: new Map(byId.map(({ id, ...article }) => [id, article])),
  }
}
