// The rows that each actor reads of the tables of articles and prepaid hours; the part of policy-probes.ts.
import { type ActorName, refused } from './policy-probe.ts'

const onceForStaff = { technician: 1, admin: 1, auth: refused, site: refused, jobs: 2, owner: 2 }

export const rowsOfArticles: Record<string, Partial<Record<ActorName, number | 'refused'>>> = {
  articles: onceForStaff,
  article_prices: onceForStaff,
  work_articles: onceForStaff,
  // One of two is drawn from.
  prepaid_hours: { technician: 2, admin: 2, customer: 2, auth: refused, site: refused, jobs: 4, owner: 4 },
  drawdowns: onceForStaff,
}
