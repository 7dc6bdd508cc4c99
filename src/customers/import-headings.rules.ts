// The headings by which other programs name what we store, in Swedish and English: of accounting programs, Outlook and Google.

/** The headings of a field, the surest first. */
export type Headings<Part extends string> = Record<Part, readonly string[]>

/** Say where a telephone or an address belongs, or what a cell is, and change nothing about the field. */
const fillers: ReadonlySet<string> = new Set(['arbete', 'business', 'work', 'value', 'värde', '1'])

/** 'Adress 1', 'E-mail 1 - Value' and 'Gata (arbete)' as 'adress', 'email' and 'gata'; 'E-mail 1 - Type' remains another one. */
function plainHeading(heading: string): string {
  const joined = heading.toLowerCase().replace(/\be-(?=(?:post|mail))/gu, 'e')
  const words = joined.match(/\p{L}+|\p{N}+/gu) ?? []
  return words.filter((word) => !fillers.has(word)).join('')
}

/** The column of each part, by whole headings: of two columns the one with the surer heading, else the first. */
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

/** Of a person, in both imports. */
export const personHeadings = {
  firstName: ['Förnamn', 'First name', 'Given name'],
  lastName: ['Efternamn', 'Last name', 'Family name', 'Surname'],
} as const satisfies Headings<'firstName' | 'lastName'>

export const emailHeadings = [
  ...['E-post', 'E-postadress', 'Epostadress', 'Mejl', 'Mejladress', 'Mail', 'Mailadress', 'Mailadr', 'E-mail'],
  ...['Email address', 'E-post adress'],
] as const

export const phoneHeadings = [
  'Telefon',
  'Telefonnummer',
  'Telefonnr',
  'Tel',
  'Telnr',
  'Tfn',
  'Phone',
  'Phone number',
] as const

export const mobileHeadings = [
  ...['Mobil', 'Mobiltelefon', 'Mobilnummer', 'Mobilnr', 'Mobile', 'Mobile phone', 'Cell', 'Cell phone'],
] as const

export const noteHeadings = [
  ...['Anteckningar', 'Anteckning', 'Notering', 'Noteringar', 'Notis', 'Kommentar', 'Kommentarer', 'Övrigt'],
  ...['Notes', 'Note', 'Comment', 'Comments'],
] as const

export const companyHeadings = [
  ...['Kundnamn', 'Kund', 'Företag', 'Företagsnamn', 'Bolag', 'Organisation', 'Organisationsnamn'],
  ...['Company', 'Company name', 'Customer', 'Customer name', 'Organization', 'Organization name'],
] as const
