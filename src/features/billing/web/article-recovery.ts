// Recovery keys of the dialogs of articles, in a file of their own because the dialogs load when they are opened.
import { hasFormSnapshot, snapshotSubject } from '#shared/web/form-recovery.ts'
import { Article } from '../articles.contract.ts'

export const articleKey = (row?: Article) => `article:${row?.id ?? 'new'}`

export const articlePricesKey = ({ id }: Pick<Article, 'id'>) => `article-prices:${id}`

/** The article whose prices were open when the session ended. */
export const recoverablePrices = (): Article | undefined => Article.safeParse(snapshotSubject('article-prices:')).data

/** What the dialog was open for when the session ended. */
export const recoverableArticle = (): Article | 'new' | undefined =>
  hasFormSnapshot(articleKey()) ? 'new' : Article.safeParse(snapshotSubject('article:')).data
