// The expected status of the endpoints of articles, as in expectations.ts.
import { anArticle } from '#features/billing/testing/articles.ts'
import type { Line } from './expected-line.ts'

const staff = { for: 'staff' } as const
const admin = { for: 'admin' } as const

const { priceOre: _price, validFrom: _date, ...changed } = anArticle({ number: 'Ändrad' })
const rows = [{ number: 'Importerad', name: 'Kabel' }]

export const articleExpectations: Record<string, Line> = {
  'GET /api/articles': staff,
  'GET /api/articles/choices': staff,
  'GET /api/articles/export': staff,
  'GET /api/work-articles': staff,
  'PUT /api/work-articles': { ...admin, names: ['articleId', 'article'], sends: { kind: 'start' } },
  'POST /api/articles': { ...admin, sends: anArticle({ number: 'Ny' }) },
  'PUT /api/articles/:id': { ...admin, ids: ['article'], sends: { ...changed, version: 1 } },
  'POST /api/articles/:id/archive': { ...admin, ids: ['article'] },
  'POST /api/articles/:id/restore': { ...admin, ids: ['archivedArticle'] },
  'GET /api/articles/:id/prices': { ...staff, ids: ['article'] },
  'PUT /api/articles/:id/prices': { ...admin, ids: ['article'], sends: { validFrom: '2026-12-01', priceOre: 1 } },
  'POST /api/articles/:id/prices/remove': { ...admin, ids: ['article'], sends: { validFrom: '2026-01-01' } },
  'POST /api/articles/import': { ...admin, sends: { rows } },
  'POST /api/articles/import/check': { ...admin, sends: { rows } },
}
