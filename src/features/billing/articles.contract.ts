// Articles ('Artiklar') with dated prices, and which of them work has. Administrators change them, staff choose among them.

import { z } from 'zod'
import { Confirmation } from '#shared/confirmation.contract.ts'
import {
  Amount,
  Cursor,
  file,
  get,
  Id,
  IdParams,
  lookedUpDay,
  optionalLine,
  pageOf,
  post,
  put,
  requiredDay,
  requiredId,
  requiredLine,
  SearchText,
  Version,
  whenValid,
} from '#shared/contract.ts'
import { ore, PRICE_MAX_ORE } from '#shared/money.rules.ts'
import { vatClasses, workLineKinds } from './articles.rules.ts'

export const ARTICLE_NUMBER_MAX = 30
export const ARTICLE_NAME_MAX = 160
export const ARTICLE_UNIT_MAX = 20
export const VAT_REASON_MAX = 200
/** How many articles a picker gets. */
export const ARTICLE_CHOICES_MAX = 50

export const ARTICLE_NOT_FOUND = 'Artikeln finns inte'
export const ARTICLE_PRICE_NOT_FOUND = 'Priset finns inte'
export const ARTICLE_NUMBER_TAKEN = 'En annan artikel har numret'
export const ARTICLE_IS_ARCHIVED = 'Artikeln är arkiverad. Välj en annan.'
export const ONE_REVERSE_CHARGE = 'En artikel är antingen byggtjänst eller elektronik'
export const NEEDS_VAT_REASON = 'Ange varför ingen moms tas ut, det skrivs ut på underlaget'
const NEEDS_DATE = 'Ange från vilket datum priset gäller'

const tooLong = (max: number) => `Får max vara ${max} tecken`
const priceOre = z
  .int('Ange ett belopp, som 950,00')
  .min(0, 'Beloppet kan inte vara mindre än noll')
  .max(PRICE_MAX_ORE, 'Beloppet får vara högst 100 000 kr')
  .transform(ore)

const articleFields = {
  number: requiredLine('Ange ett artikelnummer').max(ARTICLE_NUMBER_MAX, tooLong(ARTICLE_NUMBER_MAX)),
  name: requiredLine('Ange ett namn').max(ARTICLE_NAME_MAX, tooLong(ARTICLE_NAME_MAX)),
  unit: requiredLine('Ange en enhet, som st').max(ARTICLE_UNIT_MAX, tooLong(ARTICLE_UNIT_MAX)),
  vatClass: z.enum(vatClasses, 'Välj moms'),
  /** Kept only where no VAT is charged. */
  vatReason: optionalLine(VAT_REASON_MAX),
  /** Of the ledger. */
  account: optionalLine(10).pipe(
    z
      .string()
      .regex(/^\d{4,6}$/, 'Ange ett konto med 4 till 6 siffror, som 3041')
      .nullable(),
  ),
  /** Swedish building companies have reverse charge for it. */
  isConstruction: z.boolean('Ange Ja eller Nej').default(false),
  /** Has reverse charge where much of it is on one invoice (reverse-charge.rules.ts). */
  isElectronics: z.boolean('Ange Ja eller Nej').default(false),
}
export type ArticleField = keyof typeof articleFields

type Taxed = { vatClass: (typeof vatClasses)[number]; vatReason: string | null }
const hasReason = ({ vatClass, vatReason }: Taxed) => vatClass !== 'none' || vatReason !== null
const missingReason = {
  message: NEEDS_VAT_REASON,
  path: ['vatReason'],
  when: whenValid('vatClass', 'vatReason'),
}

type Reversible = { isConstruction: boolean; isElectronics: boolean }
const isOneKind = ({ isConstruction, isElectronics }: Reversible) => !(isConstruction && isElectronics)
const twoKinds = {
  message: ONE_REVERSE_CHARGE,
  path: ['isElectronics'],
  when: whenValid('isConstruction', 'isElectronics'),
}

/** A first price and the date from which it applies, or neither. */
export const newArticleFields = {
  ...articleFields,
  priceOre: priceOre.nullish().transform((price) => price ?? null),
  validFrom: z
    .union([z.literal(''), requiredDay(NEEDS_DATE)])
    .nullish()
    .transform((date) => date || null),
}
type Priced = { priceOre: number | null; validFrom: string | null }
/** Adds the rules on fields that depend on each other. */
export const withArticleRules = <Schema extends z.ZodType<Taxed & Reversible & Priced>>(schema: Schema) =>
  schema
    .refine(hasReason, missingReason)
    .refine(isOneKind, twoKinds)
    .refine(({ priceOre: price, validFrom }) => price === null || validFrom !== null, {
      message: NEEDS_DATE,
      path: ['validFrom'],
      when: whenValid('priceOre', 'validFrom'),
    })

export const NewArticle = withArticleRules(z.strictObject(newArticleFields))
export type NewArticle = z.output<typeof NewArticle>

export const ChangedArticle = z
  .strictObject({ ...articleFields, version: Version })
  .refine(hasReason, missingReason)
  .refine(isOneKind, twoKinds)
export type ChangedArticle = z.output<typeof ChangedArticle>

export const Article = z.object({
  id: Id,
  number: z.string(),
  name: z.string(),
  unit: z.string(),
  vatClass: z.enum(vatClasses),
  vatReason: z.string().nullable(),
  account: z.string().nullable(),
  isConstruction: z.boolean(),
  isElectronics: z.boolean(),
  isArchived: z.boolean(),
  version: z.int(),
  /** Today's, without VAT; null before the first one. */
  priceOre: Amount.nullable(),
})
export type Article = z.infer<typeof Article>

export const ArticleFilter = z.strictObject({
  search: SearchText.optional(),
  /** Archived articles instead of active ones. */
  archived: z.stringbool().optional(),
  after: Cursor.optional(),
})
export type ArticleFilter = z.output<typeof ArticleFilter>

/** An article in a picker; the price is that of the requested day. */
const ArticleChoice = Article.pick({ id: true, number: true, name: true, unit: true, priceOre: true })
export type ArticleChoice = z.infer<typeof ArticleChoice>

const ArticleChoices = z.strictObject({
  search: SearchText.optional(),
  id: Id.optional(),
  on: lookedUpDay('Ange ett datum som 2026-11-21').optional(),
})
export type ArticleChoices = z.output<typeof ArticleChoices>

export const NewArticlePrice = z.strictObject({ validFrom: requiredDay('Ange från vilket datum'), priceOre })
export type NewArticlePrice = z.output<typeof NewArticlePrice>

/** Newest first. */
const ArticlePrices = z.object({ prices: z.array(z.object({ validFrom: z.iso.date(), priceOre: Amount })) })
export type ArticlePrices = z.infer<typeof ArticlePrices>

const WorkKind = z.enum(workLineKinds, 'Välj arbete')
const WorkArticles = z.object({
  rows: z.array(
    z.object({ kind: WorkKind, article: z.object({ id: Id, number: z.string(), name: z.string() }).nullable() }),
  ),
})
export type WorkArticles = z.infer<typeof WorkArticles>

const one = { allow: 'admin', params: IdParams, returns: Article } as const

export const articles = {
  list: get('/api/articles', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'Articles by number, with today’s price',
    query: ArticleFilter,
    returns: pageOf(Article),
  }),
  choices: get('/api/articles/choices', {
    allow: 'staff',
    keyScope: 'read',
    summary: `The first ${ARTICLE_CHOICES_MAX} active articles that match by number or name, or the one with an id, also an archived one, with the price of a day, by default today’s; for pickers`,
    query: ArticleChoices,
    returns: z.array(ArticleChoice),
  }),
  exportFile: get('/api/articles/export', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'All articles as CSV with today’s price, or the next one; the import reads the same columns',
    returns: file('text/csv; charset=utf-8'),
  }),
  ofWork: get('/api/work-articles', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'The article of each kind of work, of the start fee and of monthly fees, null without one',
    returns: WorkArticles,
  }),
  setOfWork: put('/api/work-articles', {
    allow: 'admin',
    summary: 'Sets the article of a kind of work, of the start fee or of monthly fees; null for none',
    body: z.strictObject({ kind: WorkKind, articleId: requiredId('Välj en artikel').nullable() }),
    returns: WorkArticles,
  }),
  create: post('/api/articles', {
    allow: 'admin',
    summary: 'Adds an article, with its first price if it has one',
    body: NewArticle,
    returns: Article,
    creates: true,
  }),
  change: put('/api/articles/:id', {
    ...one,
    summary: 'Changes an article; 409 with the current row for an outdated version',
    body: ChangedArticle,
  }),
  archive: post('/api/articles/:id/archive', {
    ...one,
    summary: 'Archives an article: it stays where it is used and cannot be chosen; 409 for an archived one',
  }),
  restore: post('/api/articles/:id/restore', {
    ...one,
    summary: 'Restores an archived article; 409 for an active one',
  }),
  prices: get('/api/articles/:id/prices', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'The dated prices of an article',
    params: IdParams,
    returns: ArticlePrices,
  }),
  setPrice: put('/api/articles/:id/prices', {
    allow: 'admin',
    summary: 'The price of an article from a date',
    params: IdParams,
    query: Confirmation,
    body: NewArticlePrice,
    returns: ArticlePrices,
  }),
  removePrice: post('/api/articles/:id/prices/remove', {
    allow: 'admin',
    summary: 'Removes a dated price; the one before it then applies',
    params: IdParams,
    query: Confirmation,
    body: NewArticlePrice.pick({ validFrom: true }),
    returns: ArticlePrices,
  }),
}
