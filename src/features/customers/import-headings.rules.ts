// The Swedish and English headings of our fields in other programs: accounting programs, Outlook and Google.
import type { ContactPart } from './contact-file.rules.ts'
import { contactCustomerLabels } from './contacts-csv.rules.ts'
import type { Part } from './customer-file.rules.ts'

/** The headings of a field, the most reliable first. */
export type Headings<Part extends string> = Record<Part, readonly string[]>

/** Words that qualify a heading without changing which field it is. */
const fillers: ReadonlySet<string> = new Set(['arbete', 'business', 'work', 'value', 'värde', '1'])

/** 'Adress 1', 'E-mail 1 - Value' and 'Gata (arbete)' become 'adress', 'email' and 'gata'; 'E-mail 1 - Type' stays different. */
function plainHeading(heading: string): string {
  const joined = heading.toLowerCase().replace(/\be-(?=(?:post|mail))/gu, 'e')
  const words = joined.match(/\p{L}+|\p{N}+/gu) ?? []
  return words.filter((word) => !fillers.has(word)).join('')
}

/** The column of each part, by whole headings: the one with the most reliable heading, or the first of several. */
export function columnsByHeading<Part extends string>(
  columns: readonly { heading: string }[],
  known: Headings<Part>,
): Partial<Record<Part, number>> {
  const plain = columns.map(({ heading }) => plainHeading(heading))
  const found: Partial<Record<Part, number>> = {}
  for (const part of Object.keys(known) as Part[]) {
    const names = known[part].map(plainHeading)
    const column = names.map((name) => plain.indexOf(name)).find((index) => index >= 0)
    if (column !== undefined) found[part] = column
  }
  return found
}

/** The name of a person, in both imports. */
const personHeadings = {
  firstName: ['Förnamn', 'First name', 'Given name'],
  lastName: ['Efternamn', 'Last name', 'Family name', 'Surname'],
} as const satisfies Headings<'firstName' | 'lastName'>

const emailHeadings = [
  ...['E-post', 'E-postadress', 'Epostadress', 'Mejl', 'Mejladress', 'Mail', 'Mailadress', 'Mailadr', 'E-mail'],
  ...['Email address', 'E-post adress'],
] as const

const phoneHeadings = ['Telefon', 'Telefonnummer', 'Telefonnr', 'Tel', 'Telnr', 'Tfn', 'Phone', 'Phone number'] as const

const mobileHeadings = [
  ...['Mobil', 'Mobiltelefon', 'Mobilnummer', 'Mobilnr', 'Mobile', 'Mobile phone', 'Cell', 'Cell phone'],
] as const

const noteHeadings = [
  ...['Anteckningar', 'Anteckning', 'Notering', 'Noteringar', 'Notis', 'Kommentar', 'Kommentarer', 'Övrigt'],
  ...['Notes', 'Note', 'Comment', 'Comments'],
] as const

const companyHeadings = [
  ...['Kundnamn', 'Kund', 'Företag', 'Företagsnamn', 'Bolag', 'Organisation', 'Organisationsnamn'],
  ...['Company', 'Company name', 'Customer', 'Customer name', 'Organization', 'Organization name'],
] as const

const streets = [
  'Adress',
  'Gatuadress',
  'Gata',
  'Adressrad',
  'Postadress',
  'Utdelningsadress',
  'Besöksadress',
  'Fakturaadress',
]

export const customerHeadings = {
  ...personHeadings,
  name: [...companyHeadings, 'Namn', 'Name', 'Full name', 'Kontakt'],
  email: emailHeadings,
  phone: [...phoneHeadings, ...mobileHeadings, 'Hemtelefon', 'Home phone'],
  street: [...streets, 'Address', 'Street', 'Street address', 'Address line', 'Address - Street', 'Home street'],
  street2: ['Adress 2', 'Adressrad 2', 'Gatuadress 2', 'Address 2', 'Address line 2', 'Street 2', 'c/o'],
  postalCode: ['Postnummer', 'Postnr', 'Postal code', 'Zip', 'Zip code', 'Postcode', 'Address - Postal code'],
  city: ['Ort', 'Postort', 'Stad', 'City', 'Town', 'Address - City'],
  notes: noteHeadings,
  customerNumber: ['Kundnummer', 'Kundnr', 'Kund nr', 'Kund-id', 'Customer number', 'Customer no', 'Customer ID'],
  orgNumber: [
    ...['Organisationsnummer', 'Organisationsnr', 'Org.nummer', 'Org.nr', 'Orgnr', 'Org.-/personnummer'],
    ...['Organisations-/personnummer', 'Organization number', 'Organisation number', 'Company number'],
  ],
  isSoleTrader: ['Enskild firma', 'Enskild näringsidkare', 'Sole trader'],
  vatNumber: [
    ...['Momsregistreringsnummer', 'Momsregistreringsnr', 'Momsreg.nr', 'Moms nr', 'VAT-nummer', 'VAT-nr', 'VAT'],
    ...['VAT number', 'VAT no', 'VAT ID'],
  ],
  streetAlone: ['Gata', 'Gatuadress', 'Street'],
  country: ['Land', 'Landskod', 'Country', 'Country code'],
  invoiceEmail: [
    ...['E-post för faktura', 'E-post faktura', 'Faktura e-post', 'Fakturamejl', 'E-postadress för fakturor'],
    ...['Invoice email', 'Billing email'],
  ],
  yourReference: ['Er referens', 'Referens', 'Your reference', 'Reference'],
  orderNumber: ['Ordernummer', 'Beställningsnummer', 'Order number', 'Purchase order'],
  paymentDays: ['Betalningsvillkor, dagar', 'Betalningsvillkor', 'Betalvillkor', 'Payment terms'],
  requiresReference: ['Kräver referens', 'Requires reference'],
} as const satisfies Headings<Part>

export const contactHeadings = {
  ...personHeadings,
  customer: ['Kundens namn', ...companyHeadings],
  customerEmail: [contactCustomerLabels.customerEmail, 'Kundens mejl', 'Kund e-post', 'Customer email'],
  name: ['Namn', 'Kontakt', 'Kontaktnamn', 'Kontaktperson', 'Person', 'Name', 'Full name', 'Contact', 'Contact name'],
  title: ['Befattning', 'Job title', 'Roll', 'Titel', 'Title', 'Position', 'Organization title'],
  phone: phoneHeadings,
  mobile: mobileHeadings,
  email: emailHeadings,
  note: noteHeadings,
} as const satisfies Headings<ContactPart>

const known = new Set([...Object.values(customerHeadings), ...Object.values(contactHeadings)].flat().map(plainHeading))

/** How many of the cells are headings of either import. */
export const knownHeadings = (cells: readonly string[]): number =>
  cells.filter((cell) => known.has(plainHeading(cell))).length
