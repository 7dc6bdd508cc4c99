import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { csvHead, csvRow } from '#shared/csv.rules.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { articleImport } from '../article-import.contract.ts'
import { articles } from '../articles.contract.ts'
import { articleColumns, articlesFileName } from '../articles-csv.rules.ts'
import { checkArticles, importArticles } from './article-import.queries.ts'
import {
  listArticlePrices,
  listWorkArticles,
  removeArticlePrice,
  setArticlePrice,
  setWorkArticle,
} from './article-prices.queries.ts'
import {
  archiveArticle,
  changeArticle,
  createArticle,
  listArticleChoices,
  listArticles,
  listExportedArticles,
  restoreArticle,
} from './articles.queries.ts'
import { confirmTouched } from './touched-bases.queries.ts'

export function articleRoutes(app: App) {
  serve(app, articles.list, ({ db, query }) => listArticles(db, query))
  serve(app, articles.choices, ({ db, query }) => listArticleChoices(db, query))
  serve(app, articles.exportFile, async ({ transaction }) => {
    const rows = await transaction((db) => listExportedArticles(db))
    const content = [csvHead(articleColumns), ...rows.map((row) => csvRow(articleColumns, row))]
    return { filename: articlesFileName(todayInStockholm()), content }
  })
  serve(app, articles.ofWork, ({ db }) => listWorkArticles(db))
  serve(app, articles.setOfWork, ({ db, actor, body }) => setWorkArticle(db, actor, body.kind, body.articleId))
  serve(app, articles.create, ({ db, actor, body }) => createArticle(db, actor, body))
  serve(app, articles.change, ({ db, actor, params, body }) => changeArticle(db, actor, params.id, body))
  serve(app, articles.archive, ({ db, actor, params }) => archiveArticle(db, actor, params.id))
  serve(app, articles.restore, ({ db, actor, params }) => restoreArticle(db, actor, params.id))
  serve(app, articles.prices, ({ db, params }) => listArticlePrices(db, params.id))
  serve(app, articles.setPrice, ({ db, actor, params, body, query }) =>
    confirmTouched(db, actor, query, () => setArticlePrice(db, actor, params.id, body)),
  )
  serve(app, articles.removePrice, ({ db, actor, params, body, query }) =>
    confirmTouched(db, actor, query, () => removeArticlePrice(db, actor, params.id, body.validFrom)),
  )
  serve(app, articleImport.create, ({ db, actor, body, query }) =>
    confirmTouched(db, actor, query, () => importArticles(db, actor, body.rows)),
  )
  serve(app, articleImport.check, ({ db, body }) => checkArticles(db, body.rows))
}
