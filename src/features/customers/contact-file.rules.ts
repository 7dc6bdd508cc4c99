// Maps the rows of a CSV file to contacts of customers. The columns are those of the export, in any order, found by their headings.
import { PHONE_MAX } from '#shared/limits.rules.ts'
import { type ImportedContact as Contact, ImportedContact } from './contact-import.contract.ts'
import { type ContactField, contactLabels } from './contacts.contract.ts'
import { contactCustomerLabels } from './contacts-csv.rules.ts'
import { type CustomerFile, type FileColumn, problemsOf } from './customer-file.rules.ts'
import { columnsByHeading, contactHeadings } from './import-headings.rules.ts'
import { addressesIn, cellsOf, listed, longPhones, noteWith, personName } from './imported-cell.rules.ts'

/** The fields that a column can be mapped to; first and last name form the name of a contact without another one. */
export const contactPartLabels = {
  ...contactCustomerLabels,
  name: contactLabels.name,
  firstName: 'Förnamn',
  lastName: 'Efternamn',
  title: contactLabels.title,
  phone: contactLabels.phone,
  mobile: contactLabels.mobile,
  email: contactLabels.email,
  note: contactLabels.note,
}
export type ContactPart = keyof typeof contactPartLabels
export const contactParts = Object.keys(contactPartLabels) as ContactPart[]

export type ContactColumns = Partial<Record<ContactPart, number>>

/** Maps columns by their Swedish or English headings. */
export const guessContactColumns = (columns: readonly FileColumn[]): ContactColumns =>
  columnsByHeading(columns, contactHeadings)

/** Whether the file has contacts instead of customers: columns 'Kund' and 'Namn'. A customer register may also name a person. */
export const isContactFile = ({ columns }: CustomerFile): boolean =>
  [contactPartLabels.customer, contactPartLabels.name].every((label) =>
    columns.some(({ heading }) => heading.toLowerCase() === label.toLowerCase()),
  )

type TypedContact = Record<keyof typeof contactCustomerLabels | ContactField, string>
/** A row as it would be stored, or with the `problems` that prevent it. */
export type ContactRow = { line: number; typed: TypedContact; warnings: string[] } & (
  | { contact: Contact; problems?: never }
  | { contact?: never; problems: string[] }
)

/** Each record of the file as a contact, or with its validation errors in Swedish. */
export const contactRowsOf = ({ records }: CustomerFile, columns: ContactColumns): ContactRow[] =>
  records.map(({ line, cells }) => {
    const { warnings, ...typed } = typedIn(cells, columns)
    const parsed = ImportedContact.safeParse(typed)
    if (parsed.success) return { line, typed, warnings, contact: parsed.data }
    return { line, typed, warnings, problems: problemsOf(parsed.error, contactPartLabels) }
  })

function typedIn(cells: string[], columns: ContactColumns): TypedContact & { warnings: string[] } {
  const of = cellsOf(cells, columns)
  const { email, others } = addressesIn(of('email'))
  const long = longPhones([
    { label: contactLabels.phone, cell: of('phone') },
    { label: contactLabels.mobile, cell: of('mobile') },
  ])
  const fitting = (part: 'phone' | 'mobile') => (of(part).length > PHONE_MAX ? '' : of(part))
  return {
    customer: of('customer'),
    customerEmail: addressesIn(of('customerEmail')).email,
    name: personName(of('name'), of('firstName'), of('lastName')),
    title: of('title'),
    phone: fitting('phone'),
    mobile: fitting('mobile'),
    email,
    note: noteWith(of('note'), others, long),
    warnings: listed(long),
  }
}
