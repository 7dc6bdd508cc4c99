import type pg from 'pg'
import { uuidv7 } from '../uuid.ts'

/** An article with a price, which remote work has. */
export async function fillArticles(db: pg.Client, { id, admin }: { id: string; admin: string }) {
  const article = uuidv7()
  await db.query(
    `insert into articles (org_id, id, number, name, unit, account, created_by) values ($1, $2, '1', 'Samma', 'st', '3010', $3)`,
    [id, article, admin],
  )
  await db.query(`insert into article_prices values ($1, $2, '2026-01-01', 100)`, [id, article])
  await db.query(`insert into work_articles values ($1, 'remote', $2)`, [id, article])
  return article
}
