// The import of articles from a file, all or none (docs/decisions/117).
import { z } from 'zod'
import { IMPORT_BODY_BYTES_MAX, importRows } from '#features/customers/import.contract.ts'
import { Confirmation } from '#shared/confirmation.contract.ts'
import { post } from '#shared/contract.ts'
import { newArticleFields } from './articles.contract.ts'

/** A field that is left out keeps what a known number has; of a new one it gets the usual value. */
export const ImportedArticle = z.strictObject({
  number: newArticleFields.number,
  name: newArticleFields.name,
  unit: newArticleFields.unit.optional(),
  vatClass: newArticleFields.vatClass.optional(),
  vatReason: newArticleFields.vatReason.optional(),
  account: newArticleFields.account.optional(),
  priceOre: newArticleFields.priceOre,
  /** Without one the price applies from today. */
  validFrom: newArticleFields.validFrom,
  isConstruction: newArticleFields.isConstruction.unwrap().optional(),
  isElectronics: newArticleFields.isElectronics.unwrap().optional(),
  isArchived: z.boolean('Ange Ja eller Nej').optional(),
})
export type ImportedArticle = z.output<typeof ImportedArticle>

const body = importRows(ImportedArticle, 'artiklar')

/** Numbers of rows, from 0. */
const Outcome = z.object({
  /** Articles that exist and get other values or a new price. */
  changed: z.array(z.int()),
  /** Those that are in the register as they are in the file. */
  unchanged: z.array(z.int()),
})

export const articleImport = {
  create: post('/api/articles/import', {
    allow: 'admin',
    summary:
      'Adds many articles and changes those whose number exists, all or none; a new price is a dated row; 422 names rows as `rows.<number from 0>.<field>`',
    query: Confirmation,
    body,
    returns: Outcome.extend({ created: z.int() }),
    creates: true,
    bodyLimitBytes: IMPORT_BODY_BYTES_MAX,
  }),
  check: post('/api/articles/import/check', {
    allow: 'admin',
    summary: 'What the import would do with these rows; nothing is stored',
    body,
    returns: Outcome.extend({ problems: z.array(z.object({ row: z.int(), message: z.string() })) }),
    bodyLimitBytes: IMPORT_BODY_BYTES_MAX,
  }),
}
