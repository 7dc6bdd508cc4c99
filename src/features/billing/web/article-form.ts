import { z } from 'zod'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { yesOrNo } from '#shared/plural.rules.ts'
import {
  type Article,
  type ArticleField,
  type ChangedArticle,
  NewArticle,
  newArticleFields,
  withArticleRules,
} from '../articles.contract.ts'
import { vatClassLabel, vatLabels } from '../articles.rules.ts'
import { readOptionalKronor } from './typed-numbers.ts'

const { shape } = NewArticle

/** The form holds texts. */
const fields = {
  ...newArticleFields,
  priceOre: z
    .string()
    .transform((text): number | null | undefined => readOptionalKronor(text))
    .pipe(shape.priceOre),
}
export const ArticleForm = withArticleRules(z.object(fields))
export type ArticleValues = z.input<typeof ArticleForm>
export type ArticleOut = z.output<typeof ArticleForm>

/** A value for every field, as saving without one would delete it. The price of an existing article has a dialog of its own. */
export const articleValues = (row?: Article): Required<ArticleValues> => ({
  number: row?.number ?? '',
  name: row?.name ?? '',
  unit: row?.unit ?? 'st',
  vatClass: row?.vatClass ?? 'standard',
  vatReason: row?.vatReason ?? '',
  account: row?.account ?? '',
  isConstruction: row?.isConstruction ?? false,
  isElectronics: row?.isElectronics ?? false,
  priceOre: '',
  validFrom: row ? '' : todayInStockholm(),
})

/** What a change sends. */
export const changeOf = ({ priceOre: _price, validFrom: _date, ...article }: ArticleOut & { version: number }) =>
  article satisfies z.input<typeof ChangedArticle>

export const articleLabels: Record<ArticleField, string> = {
  number: 'Artikelnummer',
  name: 'Namn',
  unit: 'Enhet',
  ...vatLabels,
  account: 'Konto',
  isConstruction: 'Byggtjänst',
  isElectronics: 'Mobiltelefon, bärbar dator, surfplatta, spelkonsol eller krets',
}

/** A row as texts, for the edit conflict. */
export const articleText = (row: Article): Record<ArticleField, string | null> => ({
  number: row.number,
  name: row.name,
  unit: row.unit,
  vatClass: vatClassLabel(row.vatClass),
  vatReason: row.vatReason,
  account: row.account,
  isConstruction: yesOrNo(row.isConstruction),
  isElectronics: yesOrNo(row.isElectronics),
})
