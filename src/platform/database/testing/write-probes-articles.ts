import { refused, type WriteProbe } from './policy-probe.ts'
import type { Organization, TwoOrganizations } from './two-organizations.ts'

/** Writes to articles, their dated prices, and the articles of work. */
export function articleWrites({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const { technician, admin } = ours
  const article = ({ id }: Organization, by: string) =>
    `insert into articles (org_id, id, number, name, unit, created_by)
     values ('${id}', gen_random_uuid(), 'X', 'X', 'st', '${by}')`
  const price = ({ id, article: of }: Organization) =>
    `insert into article_prices values ('${id}', '${of}', '2027-01-01', 1)`
  const ofWork = ({ id, article: of }: Organization) => `insert into work_articles values ('${id}', 'start', '${of}')`
  const adminAlone = (action: string, ofOrganization: (of: Organization) => string): WriteProbe[] => [
    ['admin', action, ofOrganization(ours), 1],
    ['technician', action, ofOrganization(ours), refused],
    ['customer', action, ofOrganization(ours), refused],
    ['jobs', action, ofOrganization(ours), refused],
    ['admin', `${action} in another organization`, ofOrganization(theirs), refused],
  ]
  const changes = {
    articles: `name = 'Y', archived_at = now()`,
    article_prices: 'price_ore = 1',
    work_articles: `article_id = '${ours.article}'`,
  }
  const changed = Object.entries(changes).flatMap(([table, values]): WriteProbe[] => [
    ['admin', `changes all ${table}`, `update ${table} set ${values}`, 1],
    ['technician', `changes all ${table}`, `update ${table} set ${values}`, 0],
    ['jobs', `changes all ${table}`, `update ${table} set ${values}`, refused],
  ])
  const deleted = ['article_prices', 'work_articles'].flatMap((table): WriteProbe[] => [
    ['admin', `deletes all ${table}`, `delete from ${table}`, 1],
    ['technician', `deletes all ${table}`, `delete from ${table}`, 0],
  ])
  return [
    ...adminAlone('adds an article', (of) => article(of, admin)),
    ['admin', 'adds an article in another’s name', article(ours, technician), refused],
    ...adminAlone('sets a price of an article', price),
    ...adminAlone('chooses the article of the start fee', ofWork),
    ...changed,
    ...deleted,
    ...Object.keys(changes).map(
      (table): WriteProbe => ['admin', `moves ${table}`, `update ${table} set org_id = '${theirs.id}'`, refused],
    ),
    ['admin', 'moves article_prices to another date', `update article_prices set valid_from = '2026-02-02'`, refused],
    ['admin', 'deletes articles', 'delete from articles', refused],
  ]
}
