import { articles } from '#features/billing/articles.contract.ts'
import { anArticle } from '#features/billing/testing/articles.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'

/** Returns a canary that only staff may read. */
type Put = (text: string, who: 'staff') => string

/** An article with a price, and an archived one. */
export async function fillArticles(h: Harness, put: Put, admin: Person) {
  const { call } = h.as(admin)
  const create = (number: string) =>
    call(articles.create, { body: anArticle({ number, name: put('Artikel', 'staff'), priceOre: 100 }) })
  const article = await create(`1-${crypto.randomUUID().slice(0, 8)}`)
  const { id: archivedArticle } = await create(`2-${crypto.randomUUID().slice(0, 8)}`)
  await call(articles.archive, { params: { id: archivedArticle } })
  return { article: article.id, archivedArticle }
}
