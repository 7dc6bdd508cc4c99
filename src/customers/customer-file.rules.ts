// Maps the CSV file of another program to customers: its columns to our fields, and each row to a new customer.
import type { z } from 'zod'
import { readCsv } from './csv-reader.rules.ts'
import {
  type CustomerField,
  customerFields,
  customerLabels,
  mapCustomerFields,
  NewCustomer,
} from './customers.contract.ts'
import { IMPORT_ROWS_MAX } from './import.contract.ts'

export const IMPORT_FILE_BYTES_MAX = 5 * 1024 * 1024

const addressLabels = { street: customerLabels.address, postalCode: 'Postnummer', city: 'Ort' }
const addressParts = Object.keys(addressLabels) as (keyof typeof addressLabels)[]

/** The fields that a column can be mapped to; street, postal code and city become one address. */
export type Part = Exclude<CustomerField, 'address'> | keyof typeof addressLabels
export const parts = customerFields.flatMap((field): Part[] => (field === 'address' ? addressParts : [field]))
export const columnLabels: Record<Part, string> = { ...customerLabels, ...addressLabels }

/** The index of the column, from 0, that holds each part. */
export type Columns = Partial<Record<Part, number>>

export type FileColumn = { heading: string; example: string }
type FileRecord = { line: number; cells: string[] }
/** A parsed file whose first record is the headings. */
export type CustomerFile = { columns: FileColumn[]; first: FileRecord; records: FileRecord[] }

/** Parses a text as a customer file; `problem` is the Swedish reason when it is none. */
export function customerFileOf(text: string): CustomerFile | { problem: string } {
  if (text.includes('\0') || text.startsWith('PK\u0003\u0004'))
    return { problem: 'Filen är inte en CSV-fil. Öppna den i till exempel Excel och spara den som CSV.' }
  const { records, unclosedLine } = readCsv(text)
  if (unclosedLine !== undefined)
    return { problem: `Filen är trasig: citattecknet som börjar på rad ${unclosedLine} avslutas aldrig.` }
  const [first, ...rows] = records
  if (!first || rows.length === 0)
    return { problem: 'Filen har inga rader. Den ska ha en rad med rubriker och sedan en rad per kund eller kontakt.' }
  if (rows.length > IMPORT_ROWS_MAX)
    return { problem: `Filen har fler än ${IMPORT_ROWS_MAX} rader. Dela upp den och importera en del i taget.` }
  const columns = first.cells.map((heading, column) => ({
    heading: heading.trim() || `Kolumn ${column + 1}`,
    example: rows.map(({ cells }) => cells[column]?.trim()).find(Boolean) ?? '',
  }))
  return { columns, first, records: rows }
}

/** The same file with its first record treated as a customer instead of headings. */
export const withoutHeadings = ({ columns, first, records }: CustomerFile): CustomerFile => ({
  columns: columns.map((_, column) => ({
    heading: `Kolumn ${column + 1}`,
    example: first.cells[column]?.trim() ?? '',
  })),
  first,
  records: [first, ...records],
})

/** Headings of other programs for a part, beside its own label. */
const headingsOf: Partial<Record<Part, RegExp>> = {
  name: /^(kund|kundnamn|företag|företagsnamn|bolag|organisation|name|customer|customername|company|companyname)$/,
  email: /^(epost|epostadress|mejl|mejladress|mail|email|emailaddress|mailadress)/,
  phone: /^(telefon|tel|tfn|telnr|mobil|phone|mobile|cell)/,
  street: /^(adress|gatuadress|gata|postadress|utdelningsadress|besöksadress|address|street|streetaddress|address1)$/,
  postalCode: /^(postnr|zip|zipcode|postalcode|postcode)$/,
  city: /^(postort|stad|city|town)$/,
  notes: /^(anteckning|notering|notis|kommentar|övrigt|note|comment)/,
}

/** Lower case, letters and digits only. */
const plainHeading = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Maps columns by their Swedish or English headings; the first match of each part wins. */
export function guessColumns(columns: readonly FileColumn[]): Columns {
  const plain = columns.map(({ heading }) => plainHeading(heading))
  const isHeadingOf = (part: Part, heading: string) =>
    heading === plainHeading(columnLabels[part]) || headingsOf[part]?.test(heading)
  const found = parts.map((part) => [part, plain.findIndex((heading) => isHeadingOf(part, heading))] as const)
  return Object.fromEntries(found.filter(([, column]) => column >= 0))
}

type TypedCustomer = Record<CustomerField, string>
/** A row as it would be stored, or with the `problems` that prevent it. */
export type ImportRow = { line: number; typed: TypedCustomer } & (
  | { customer: NewCustomer; problems?: never }
  | { customer?: never; problems: string[] }
)

/** Each record of the file as a customer, or with its validation errors in Swedish. */
export const rowsOf = ({ records }: CustomerFile, columns: Columns): ImportRow[] =>
  records.map(({ line, cells }) => {
    const typed = typedIn(cells, columns)
    const parsed = NewCustomer.safeParse(typed)
    if (parsed.success) return { line, typed, customer: parsed.data }
    return { line, typed, problems: problemsOf(parsed.error, customerLabels) }
  })

/** The messages of a row; those that do not name their field, such as 'Får max vara 50 tecken', get its label. */
export function problemsOf({ issues }: z.ZodError, labels: Record<string, string>): string[] {
  const problems = issues.map(({ path: [field], message }) => {
    const label = message.startsWith('Får ') ? labels[String(field)] : undefined
    return label ? `${label} ${message.charAt(0).toLowerCase()}${message.slice(1)}` : message
  })
  return [...new Set(problems)]
}

function typedIn(cells: string[], columns: Columns): TypedCustomer {
  const of = (part: Part) => {
    const column = columns[part]
    return column === undefined ? '' : withoutFormulaGuard(cells[column] ?? '')
  }
  const postalLine = [of('postalCode').replace(/^(\d{3}) ?(\d{2})$/, '$1 $2'), of('city')].filter(Boolean).join(' ')
  const address = [of('street'), postalLine].filter(Boolean).join(', ')
  return mapCustomerFields((field) => (field === 'address' ? address : of(field)))
}

/** Removes the ' that an export puts before text that a spreadsheet would evaluate as a formula. */
export const withoutFormulaGuard = (cell: string) => cell.replace(/^'(?=[=+\-@＝＋－＠\t\r\n])/, '').trim()

type Named = { name: string; email: string | null }

/** A name or an address as it is compared: without case and repeated spaces. */
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

export type ValidRow = Extract<ImportRow, { customer: NewCustomer }>
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
