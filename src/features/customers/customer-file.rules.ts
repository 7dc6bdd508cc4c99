// Maps the CSV file of another program to customers: columns to fields, and rows to new customers.
import type { z } from 'zod'
import { billingLabels } from './billing-details.contract.ts'
import { readCsv } from './csv-reader.rules.ts'
import { type CustomerField, customerLabels } from './customers.contract.ts'
import { IMPORT_ROWS_MAX, ImportedCustomer } from './import.contract.ts'
import { columnsByHeading, customerHeadings, knownHeadings } from './import-headings.rules.ts'
import { addressesIn, cellsOf, cellText, listed, longPhones, noteWith, personName } from './imported-cell.rules.ts'
import { detailsIn, type TypedDetails } from './imported-details.rules.ts'

export const IMPORT_FILE_BYTES_MAX = 5 * 1024 * 1024

/**
 * The fields that a column can be mapped to. Two lines, postal code and city become one address, also that of the billing details
 * when they are a whole one; first and last name become the name of a customer without another one.
 */
export const columnLabels = {
  name: customerLabels.name,
  firstName: 'Förnamn',
  lastName: 'Efternamn',
  email: customerLabels.email,
  phone: customerLabels.phone,
  street: customerLabels.address,
  street2: 'Adressrad 2',
  postalCode: 'Postnummer',
  city: 'Ort',
  notes: customerLabels.notes,
  customerNumber: billingLabels.customerNumber,
  orgNumber: billingLabels.orgNumber,
  isSoleTrader: billingLabels.isSoleTrader,
  vatNumber: billingLabels.vatNumber,
  /** In a file with an address on one line too, such as our own export. */
  streetAlone: billingLabels.street,
  country: billingLabels.country,
  invoiceEmail: billingLabels.invoiceEmail,
  yourReference: billingLabels.yourReference,
  orderNumber: billingLabels.orderNumber,
  paymentDays: billingLabels.paymentDays,
  requiresReference: billingLabels.requiresReference,
}
export type Part = keyof typeof columnLabels
export const parts = Object.keys(columnLabels) as Part[]

/** The index of the column, from 0, for each part. */
export type Columns = Partial<Record<Part, number>>

export type FileColumn = { heading: string; example: string }
type FileRecord = { line: number; cells: string[] }
/** A parsed file whose first record has the headings. */
export type CustomerFile = { columns: FileColumn[]; first: FileRecord; records: FileRecord[] }

/**
 * Parses a text as a file of customers, contacts or articles; otherwise `problem` is the Swedish reason. `countHeadings`: how many
 * of the cells are headings of the import.
 */
export function customerFileOf(text: string, countHeadings = knownHeadings): CustomerFile | { problem: string } {
  if (text.includes('\0') || text.startsWith('PK\u0003\u0004'))
    return { problem: 'Filen är inte en CSV-fil. Öppna den i till exempel Excel och spara den som CSV.' }
  const { records, unclosedLine } = readCsv(text)
  if (unclosedLine !== undefined)
    return { problem: `Filen är trasig: citattecknet som börjar på rad ${unclosedLine} avslutas aldrig.` }
  const [first, ...rows] = withoutTitle(records, countHeadings).map(({ line, cells }) => ({
    line,
    cells: cells.map(cellText),
  }))
  if (!first || rows.length === 0)
    return { problem: 'Filen har inga rader. Den ska ha en rad med rubriker och sedan en rad för varje post.' }
  if (rows.length > IMPORT_ROWS_MAX)
    return { problem: `Filen har fler än ${IMPORT_ROWS_MAX} rader. Dela upp den och importera en del i taget.` }
  const columns = first.cells.map((heading, column) => ({
    heading: heading || `Kolumn ${column + 1}`,
    example: rows.map(({ cells }) => cells[column]).find(Boolean) ?? '',
  }))
  return { columns, first, records: rows }
}

const TITLE_ROWS_MAX = 5

/**
 * Removes lines above the headings, where programs write a title and a date. The headings are the line with the most known ones
 * among the first few, if it has two or more; otherwise the first line with text in more than one cell.
 */
function withoutTitle(records: FileRecord[], countHeadings: typeof knownHeadings): FileRecord[] {
  const firstOnes = records.slice(0, TITLE_ROWS_MAX + 1)
  const known = firstOnes.map(({ cells }) => countHeadings(cells.map(cellText)))
  const most = Math.max(...known)
  const filled = ({ cells }: FileRecord) => cells.filter((cell) => cell.trim() !== '').length
  const headings = most > 1 ? known.indexOf(most) : firstOnes.findIndex((record) => filled(record) > 1)
  return headings > 0 ? records.slice(headings) : records
}

/** Whether a column is mapped to the name, or to a part of a person's name. */
export const hasName = ({ name, firstName, lastName }: Pick<Columns, 'name' | 'firstName' | 'lastName'>) =>
  [name, firstName, lastName].some((column) => column !== undefined)

/**
 * The headings of columns with values that no field uses. The columns of a person's name count as unused if a row also has
 * another name.
 */
export function leftOutColumns({ columns, records }: CustomerFile, chosen: Partial<Record<string, number>>): string[] {
  const { name, firstName, lastName, ...others } = chosen
  const taken = new Set([name, ...Object.values(others)])
  const isDropped = (column: number) =>
    name !== undefined && records.some(({ cells }) => Boolean(cells[name]) && Boolean(cells[column]))
  for (const column of [firstName, lastName]) if (column !== undefined && !isDropped(column)) taken.add(column)
  return columns.flatMap(({ heading, example }, column) => (example === '' || taken.has(column) ? [] : [heading]))
}

/** The same file with its first record treated as a customer instead of headings. */
export const withoutHeadings = ({ columns, first, records }: CustomerFile): CustomerFile => ({
  columns: columns.map((_, column) => ({
    heading: `Kolumn ${column + 1}`,
    example: first.cells[column] ?? '',
  })),
  first,
  records: [first, ...records],
})

/** Maps columns by their Swedish or English headings. */
export function guessColumns(columns: readonly FileColumn[]): Columns {
  const { streetAlone, ...found } = columnsByHeading(columns, customerHeadings)
  return streetAlone === undefined || streetAlone === found.street ? found : { ...found, streetAlone }
}

type TypedCustomer = Record<CustomerField, string> & TypedDetails
/** A row as it would be stored, or with the `problems` that prevent it. */
export type ImportRow = { line: number; typed: TypedCustomer; warnings: string[] } & (
  | { customer: ImportedCustomer; problems?: never }
  | { customer?: never; problems: string[] }
)

/** Each record of the file as a customer, or with its validation errors in Swedish. */
export const rowsOf = ({ records }: CustomerFile, columns: Columns): ImportRow[] =>
  records.map(({ line, cells }) => {
    const { warnings, ...typed } = typedIn(cells, columns)
    const parsed = ImportedCustomer.safeParse(typed)
    if (parsed.success) return { line, typed, warnings, customer: parsed.data }
    return { line, typed, warnings, problems: problemsOf(parsed.error, { ...billingLabels, ...customerLabels }) }
  })

/** The validation messages of a row; those without the name of their field, such as 'Får max vara 50 tecken', get its label. */
export function problemsOf({ issues }: z.ZodError, labels: Record<string, string>): string[] {
  const problems = issues.map(({ path: [field], message }) => {
    const label = message.startsWith('Får ') ? labels[String(field)] : undefined
    return label ? `${label} ${message.charAt(0).toLowerCase()}${message.slice(1)}` : message
  })
  return [...new Set(problems)]
}

function typedIn(cells: string[], columns: Columns): TypedCustomer & { warnings: string[] } {
  const of = cellsOf(cells, columns)
  const postalLine = [of('postalCode').replace(/^(\d{3}) ?(\d{2})$/, '$1 $2'), of('city')].filter(Boolean).join(' ')
  const { email, others } = addressesIn(of('email'))
  const long = longPhones([{ label: customerLabels.phone, cell: of('phone') }])
  const details = detailsIn(of)
  return {
    ...details.typed,
    name: personName(of('name'), of('firstName'), of('lastName')),
    email,
    phone: long.length > 0 ? '' : of('phone'),
    address: [of('streetAlone') || of('street'), of('street2'), postalLine].filter(Boolean).join(', '),
    notes: noteWith(of('notes'), others, long),
    warnings: [...listed(long), ...details.warnings],
  }
}

type Named = { name: string; email: string | null }

/** The key by which names and addresses are compared: ignores case and repeated spaces. */
export const keyOf = (text: string) => text.trim().replace(/\s+/g, ' ').toLocaleLowerCase('sv')

/** Finds duplicates: customers are equal by name (case and spacing ignored) unless both have different e-mail addresses. */
export function customerIndex(existing: Iterable<Named> = []) {
  const emailsByName = new Map<string, Set<string>>()
  const add = ({ name, email }: Named) => {
    const key = keyOf(name)
    emailsByName.set(key, (emailsByName.get(key) ?? new Set()).add(keyOf(email ?? '')))
  }
  for (const customer of existing) add(customer)
  return {
    add,
    has: ({ name, email }: Named) => {
      const emails = emailsByName.get(keyOf(name))
      return emails !== undefined && (!email || emails.has('') || emails.has(keyOf(email)))
    },
  }
}

export type ValidRow = Extract<ImportRow, { customer: ImportedCustomer }>
type InvalidRow = Extract<ImportRow, { problems: string[] }>

export const isValid = (row: ImportRow): row is ValidRow => row.customer !== undefined
export const isInvalid = (row: ImportRow): row is InvalidRow => row.problems !== undefined

/** The lines whose customer occurs earlier in the file. */
export function repeatedLines(rows: readonly ValidRow[]): number[] {
  const earlier = customerIndex()
  return rows.flatMap(({ line, customer }) => {
    const isRepeated = earlier.has(customer)
    earlier.add(customer)
    return isRepeated ? [line] : []
  })
}
