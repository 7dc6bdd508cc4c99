import { z } from 'zod'
import { post } from '#shared/contract.ts'
import { importedDetailFields, readDetails } from './billing-details.contract.ts'
import { NewCustomer } from './customers.contract.ts'

export const IMPORT_ROWS_MAX = 5000
/** Validation stops after this many invalid rows: nobody reads more errors. */
const INVALID_ROWS_MAX = 100

/** The body of an import; `what` is the Swedish plural, such as 'kunder'. */
export const importRows = <S extends z.ZodType>(row: S, what: string) =>
  z.strictObject({
    rows: z.preprocess(
      (rows: z.input<S>[]) => untilTooManyInvalid(row, rows),
      z
        .array(row)
        .min(1, `Det finns inga ${what} att importera`)
        .max(IMPORT_ROWS_MAX, `Högst ${IMPORT_ROWS_MAX} ${what} kan importeras åt gången`),
    ),
  })

/** Drops the rows after the last error to report: building every error of 5 000 rows takes ten times as long as validating. */
function untilTooManyInvalid<S extends z.ZodType>(row: S, rows: z.input<S>[]) {
  if (!Array.isArray(rows) || rows.length > IMPORT_ROWS_MAX) return rows
  let invalid = 0
  const last = rows.findIndex((one) => !row.validate(one) && ++invalid === INVALID_ROWS_MAX)
  return last === -1 ? rows : rows.slice(0, last + 1)
}

/** The size as JSON of a file of IMPORT_FILE_BYTES_MAX (customer-file.rules.ts). */
export const IMPORT_BODY_BYTES_MAX = 8 * 1024 * 1024

/** A customer in a file, with those of its billing details that the file has. */
export const ImportedCustomer = z.strictObject({ ...NewCustomer.shape, ...importedDetailFields }).transform(readDetails)
export type ImportedCustomer = z.output<typeof ImportedCustomer>

export const customerImport = {
  create: post('/api/customers/import', {
    allow: 'staff',
    summary:
      'Adds many customers with their billing details, all or none; 422 names the first invalid rows as `rows.<number from 0>.<field>`',
    body: importRows(ImportedCustomer, 'kunder'),
    returns: z.object({ created: z.int() }),
    creates: true,
    bodyLimitBytes: IMPORT_BODY_BYTES_MAX,
  }),
  check: post('/api/customers/import/check', {
    allow: 'staff',
    summary: 'Which of these exist already, as indexes from 0; nothing is stored',
    body: importRows(z.strictObject({ name: NewCustomer.shape.name, email: NewCustomer.shape.email }), 'kunder'),
    returns: z.object({ known: z.array(z.int()) }),
    bodyLimitBytes: IMPORT_BODY_BYTES_MAX,
  }),
}
