import { z } from 'zod'
import { plainKronor, readSignedKronor } from '#shared/money.rules.ts'
import { vatClassLabel, vatLabels } from '../articles.rules.ts'
import { hundredthsText } from '../charge-texts.rules.ts'
import type { FreeLine } from '../discount-fields.contract.ts'
import { freeLineFields, NewFreeLine } from '../discounts.contract.ts'
import { readHundredths } from './typed-numbers.ts'

/** With the rules of the contract on fields that depend on each other. */
export const FreeLineForm = z
  .object({
    ...freeLineFields,
    hundredths: z.string().transform(readHundredths).pipe(freeLineFields.hundredths),
    priceOre: z
      .string()
      .transform((text) => readSignedKronor(text) ?? Number.NaN)
      .pipe(freeLineFields.priceOre),
  })
  .superRefine((line, context) => {
    for (const { path, message } of NewFreeLine.safeParse(line).error?.issues ?? [])
      context.addIssue({ code: 'custom', path, message })
  })
export type FreeLineValues = z.input<typeof FreeLineForm>
export type FreeLineOut = z.output<typeof FreeLineForm>

/** A value for every field, as saving without one would delete it. */
export const freeLineValues = (row?: FreeLine): Required<FreeLineValues> => ({
  text: row?.text ?? '',
  hundredths: row ? hundredthsText(row.hundredths) : '1',
  unit: row?.unit ?? 'st',
  priceOre: row ? plainKronor(row.priceOre) : '',
  vatClass: row?.vatClass ?? 'standard',
  vatReason: row?.vatReason ?? '',
  articleId: row?.article?.id ?? '',
})

export const freeLineLabels = {
  articleId: 'Ur artikelregistret',
  text: 'Text',
  hundredths: 'Antal',
  unit: 'Enhet',
  priceOre: 'Pris per enhet',
  ...vatLabels,
}

/** A line as texts, for the edit conflict. */
export const freeLineText = (row: FreeLine): Record<keyof typeof freeLineLabels, string | null> => ({
  articleId: row.article && `${row.article.number} ${row.article.name}`,
  text: row.text,
  hundredths: hundredthsText(row.hundredths),
  unit: row.unit,
  priceOre: plainKronor(row.priceOre),
  vatClass: vatClassLabel(row.vatClass),
  vatReason: row.vatReason,
})
