import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { CUSTOMER_AGREEMENTS } from '#features/customers/web/customers.keys.ts'
import { call } from '#shared/web/call.ts'
import { confirmedCall } from '#shared/web/confirmed-call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { type RegisterFilter, registerQueryOf } from '#shared/web/register-filter.ts'
import { articleImport, type ImportedArticle } from '../article-import.contract.ts'
import { articles, type ChangedArticle, type NewArticle } from '../articles.contract.ts'
import { AGREEMENTS } from './invoice-bases.keys.ts'

/** Below the key of agreements, whose live event is that of articles too. */
const ARTICLES = [...AGREEMENTS, 'articles']

/** Articles by number, page by page. */
export const articlesQuery = (filter: RegisterFilter) =>
  infiniteQueryOptions({
    queryKey: [...ARTICLES, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      call(
        articles.list,
        { query: { ...registerQueryOf(filter), ...(pageParam && { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (before) => before,
  })

/** The options of an article picker for a search text. */
export const articleChoicesQuery = (search: string) =>
  queryOptions({
    queryKey: [...ARTICLES, 'choices', search],
    queryFn: ({ signal }) => call(articles.choices, { query: search ? { search } : {} }, { signal }),
    // Retains the options until the new response arrives.
    placeholderData: (before) => before,
  })

/** The article of an id, which an archived one is too; empty for one that is not there. */
export const chosenArticleQuery = (id: string) =>
  queryOptions({
    queryKey: [...ARTICLES, 'choices', 'of id', id],
    queryFn: ({ signal }) => call(articles.choices, { query: { id } }, { signal }),
  })

export const articlePricesQuery = (id: string) =>
  queryOptions({
    queryKey: [...ARTICLES, 'prices', id],
    queryFn: ({ signal }) => call(articles.prices, { params: { id } }, { signal }),
  })

export const workArticlesQuery = queryOptions({
  queryKey: [...ARTICLES, 'work'],
  queryFn: ({ signal }) => call(articles.ofWork, {}, { signal }),
})

/** Downloads all articles as CSV. */
export const exportArticles = () => call(articles.exportFile, {})

/** Invalidates prices of months as well, whose lines name their articles. */
const useChange = <Input, Output>(change: (input: Input) => Promise<Output>) =>
  useInvalidatingMutation(change, [ARTICLES, CUSTOMER_AGREEMENTS])

export const useCreateArticle = () =>
  useChange(({ article, idempotencyKey }: { article: z.input<typeof NewArticle>; idempotencyKey: string }) =>
    call(articles.create, { body: article }, { idempotencyKey }),
  )
export const useChangeArticle = () =>
  useChange(({ id, article }: { id: string; article: z.input<typeof ChangedArticle> }) =>
    call(articles.change, { params: { id }, body: article }),
  )
export const useArchiveArticle = () => useChange((id: string) => call(articles.archive, { params: { id } }))
export const useRestoreArticle = () => useChange((id: string) => call(articles.restore, { params: { id } }))

type Price = { id: string; price: z.input<typeof articles.setPrice.body> }
export const useSetArticlePrice = () =>
  useChange(({ id, price }: Price) => confirmedCall(articles.setPrice, { params: { id }, body: price }))
export const useRemoveArticlePrice = () =>
  useChange(({ id, validFrom }: { id: string; validFrom: string }) =>
    confirmedCall(articles.removePrice, { params: { id }, body: { validFrom } }),
  )
export const useSetWorkArticle = () =>
  useChange((body: z.input<typeof articles.setOfWork.body>) => call(articles.setOfWork, { body }))

/** What the import would do with these rows; never served from the cache of an earlier visit. */
export const articleCheckQuery = (rows: ImportedArticle[]) =>
  queryOptions({
    // Not under the articles: the import's own invalidation must not make its rows count as existing.
    queryKey: ['article-import-check', rows],
    queryFn: ({ signal }) => call(articleImport.check, { body: { rows } }, { signal }),
    enabled: rows.length > 0,
    // The result must not change while the user reviews it.
    staleTime: 'static',
    gcTime: 0,
  })

export const useImportArticles = () =>
  useChange(({ rows, idempotencyKey }: { rows: ImportedArticle[]; idempotencyKey: string }) =>
    confirmedCall(articleImport.create, { body: { rows } }, { idempotencyKey }),
  )
