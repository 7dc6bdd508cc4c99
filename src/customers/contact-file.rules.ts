// Maps the rows of a CSV file to contacts of customers. Its columns are those of the export, in any order, by their headings.

import { type ImportedContact as Contact, ImportedContact } from './contact-import.contract.ts'
import { type ContactField, contactLabels } from './contacts.contract.ts'
import { contactCustomerLabels } from './contacts-csv.rules.ts'
import { type CustomerFile, type FileColumn, problemsOf, withoutFormulaGuard } from './customer-file.rules.ts'

export type ContactPart = ContactField | keyof typeof contactCustomerLabels
export const contactPartLabels: Record<ContactPart, string> = { ...contactCustomerLabels, ...contactLabels }
export const contactParts = Object.keys(contactPartLabels) as ContactPart[]

export type ContactColumns = Partial<Record<ContactPart, number>>

const headingsOf: Record<ContactPart, RegExp> = {
  customer: /^(kund|kundnamn|kundensnamn|företag|företagsnamn|bolag|organisation|customer|customername|company)$/,
  customerEmail: /^(kundensepost|kundepost|kundensmejl|customeremail)/,
  name: /^(namn|kontakt|kontaktnamn|kontaktperson|person|name|fullname|contact|contactname)$/,
  title: /^(titel|roll|befattning|title|jobtitle|position)$/,
  phone: /^(telefon|tel|tfn|telnr|telefonnummer|phone|workphone)$/,
  mobile: /^(mobil|mobilnummer|mobiltelefon|mobile|cell|mobilephone)/,
  email: /^(epost|epostadress|mejl|mejladress|mail|email|emailaddress|mailadress)/,
  note: /^(anteckning|notering|notis|kommentar|övrigt|note|comment)/,
}

/** Maps columns by their Swedish or English headings; the first match of each part wins. */
export function guessContactColumns(columns: readonly FileColumn[]): ContactColumns {
  const plain = columns.map(({ heading }) => heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
  const found = contactParts.map((part) => [part, plain.findIndex((text) => headingsOf[part].test(text))] as const)
  return Object.fromEntries(found.filter(([, column]) => column >= 0))
}

/** Whether the file has contacts rather than customers: columns 'Kund' and 'Namn'. A register of customers may name a person, too. */
export const isContactFile = ({ columns }: CustomerFile): boolean =>
  [contactPartLabels.customer, contactPartLabels.name].every((label) =>
    columns.some(({ heading }) => heading.toLowerCase() === label.toLowerCase()),
  )

type TypedContact = Record<ContactPart, string>
/** A row as it would be stored, or with the `problems` that prevent it. */
export type ContactRow = { line: number; typed: TypedContact } & (
  | { contact: Contact; problems?: never }
  | { contact?: never; problems: string[] }
)

/** Each record of the file as a contact, or with its validation errors in Swedish. */
export const contactRowsOf = ({ records }: CustomerFile, columns: ContactColumns): ContactRow[] =>
  records.map(({ line, cells }) => {
    const typed = Object.fromEntries(
      contactParts.map((part) => {
        const column = columns[part]
        return [part, column === undefined ? '' : withoutFormulaGuard(cells[column] ?? '')]
      }),
    ) as TypedContact
    const parsed = ImportedContact.safeParse(typed)
    if (parsed.success) return { line, typed, contact: parsed.data }
    return { line, typed, problems: problemsOf(parsed.error, contactPartLabels) }
  })
