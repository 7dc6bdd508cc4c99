import { z } from 'zod'
import { post } from '#lib/contract.ts'
import { NewCustomer } from './customers.contract.ts'

export const IMPORT_ROWS_MAX = 5000
/** Nobody reads more: what follows as many rows at fault is not judged. */
const FAULTS_MAX = 100

const rowsOf = <S extends z.ZodType>(row: S) =>
  z.strictObject({
    rows: z.preprocess(
      (rows: z.input<S>[]) => untilFaults(row, rows),
      z
        .array(row)
        .min(1, 'Det finns inga kunder att importera')
        .max(IMPORT_ROWS_MAX, `Högst ${IMPORT_ROWS_MAX} kunder kan importeras åt gången`),
    ),
  })

/** Telling all that is wrong with 5 000 rows takes ten times as long as seeing that something is. */
function untilFaults<S extends z.ZodType>(row: S, rows: z.input<S>[]) {
  if (!Array.isArray(rows) || rows.length > IMPORT_ROWS_MAX) return rows
  let faults = 0
  const last = rows.findIndex((one) => !row.validate(one) && ++faults === FAULTS_MAX)
  return last === -1 ? rows : rows.slice(0, last + 1)
}

/** A file of 5 MB as JSON. */
const BODY_LIMIT_BYTES = 8 * 1024 * 1024

export const customerImport = {
  create: post('/api/customers/import', {
    allow: 'staff',
    summary: 'Adds many customers, all or none; 422 names the first rows at fault as `rows.<number from 0>.<field>`',
    body: rowsOf(NewCustomer),
    returns: z.object({ created: z.int() }),
    creates: true,
    bodyLimitBytes: BODY_LIMIT_BYTES,
  }),
  check: post('/api/customers/import/check', {
    allow: 'staff',
    summary: 'Which of these the register has already, as numbers from 0; nothing is stored',
    body: rowsOf(z.strictObject({ name: NewCustomer.shape.name, email: NewCustomer.shape.email })),
    returns: z.object({ known: z.array(z.int()) }),
    bodyLimitBytes: BODY_LIMIT_BYTES,
  }),
}
