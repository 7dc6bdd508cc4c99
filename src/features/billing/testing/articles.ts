import type { z } from 'zod'
import type { NewArticle } from '../articles.contract.ts'

/** A new article, with defaults for what a test does not mention; with a price from 2026-01-01 when it has one. */
export const anArticle = (given: Partial<z.input<typeof NewArticle>> = {}): z.input<typeof NewArticle> => ({
  number: '1000',
  name: 'Artikel',
  unit: 'st',
  vatClass: 'standard',
  vatReason: null,
  account: null,
  priceOre: null,
  validFrom: '2026-01-01',
  ...given,
})
