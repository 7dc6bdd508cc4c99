import { expect, test } from 'vitest'
import { csvHead, csvRow } from '#shared/csv.rules.ts'
import { contactRowsOf, guessContactColumns } from './contact-file.rules.ts'
import { contactColumns } from './contacts-csv.rules.ts'
import {
  type CustomerFile,
  customerFileOf,
  customerIndex,
  guessColumns,
  leftOutColumns,
  rowsOf,
} from './customer-file.rules.ts'
import { customerColumns, type ExportedCustomer } from './customers-csv.rules.ts'
import { withoutDetails } from './testing/billing-details.ts'

const fileOf = (text: string) => customerFileOf(text) as CustomerFile
const guessed = (...headings: string[]) => guessColumns(headings.map((heading) => ({ heading, example: '' })))
const read = (text: string) => rowsOf(fileOf(text), guessColumns(fileOf(text).columns))

test('columns are guessed from Swedish and English headings', () => {
  const parts = { name: 0, email: 1, phone: 2, street: 3, postalCode: 4, city: 5, notes: 6 }
  expect(guessed('Kundnamn', 'E-post', 'Telefonnr', 'Gatuadress', 'Postnr', 'Ort', 'Anteckningar')).toEqual(parts)
  expect(guessed('Company name', 'E-mail', 'Mobile', 'Street', 'ZIP code', 'City', 'Notes')).toEqual(parts)
  expect(guessed('NAMN', 'e-postadress', 'Mobil', 'Postadress')).toEqual({ name: 0, email: 1, phone: 2, street: 3 })
  expect(guessed('Kundnr', 'Saldo', 'E-post', 'Namn')).toEqual({ customerNumber: 0, email: 2, name: 3 })
})

test('headings match whole words: those of other details of an address or number do not', () => {
  expect(guessed('E-mail 1 - Type', 'E-mail 1 - Value', 'Phonetic First Name', 'Organization Name')).toEqual({
    email: 1,
    name: 3,
  })
  expect(guessed('E-postpåminnelse', 'Telefonsamtal', 'Notering om moms', 'Adressat')).toEqual({})
  expect(guessed('Adressrad 1', 'Adressrad 2')).toEqual({ street: 0, street2: 1 })
  expect(guessed('Adress 2', 'Adress 1', 'E-posttyp', 'E-post: visningsnamn')).toEqual({ street2: 0, street: 1 })
  expect(guessed('Mobiltelefon', 'Telefon (arbete)', 'Gata (arbete)')).toEqual({ phone: 1, street: 2 })
})

const outlookHeadings = {
  en: [
    ...['First Name', 'Middle Name', 'Last Name', 'Title', 'Company', 'Department', 'Job Title', 'Business Street'],
    ...['Business City', 'Business Postal Code', 'Business Phone', 'Mobile Phone', 'E-mail Address', 'E-mail Type'],
    ...['E-mail Display Name', 'Notes'],
  ],
  sv: [
    ...['Förnamn', 'Mellannamn', 'Efternamn', 'Titel', 'Företag', 'Avdelning', 'Befattning', 'Arbete: gata'],
    ...['Arbete: ort', 'Arbete: postnummer', 'Telefon, arbete', 'Mobiltelefon', 'E-postadress', 'E-posttyp'],
    ...['E-post: visningsnamn', 'Anteckningar'],
  ],
}
const outlookRow =
  '"Bo","","Ek","","","","VD","Storgatan 1","Uppsala","753 20","018-12 34 56","070-1","bo@ek.example","SMTP","Bo Ek","Rad 1\nRad 2"'
test.each(Object.entries(outlookHeadings))(
  'an Outlook export is read as customers or contacts: %s',
  (_language, headings) => {
    const text = `${headings.map((heading) => `"${heading}"`).join(',')}\n${outlookRow}`
    expect(read(text)[0]?.customer).toEqual({
      ...withoutDetails,
      name: 'Bo Ek',
      email: 'bo@ek.example',
      phone: '018-12 34 56',
      address: 'Storgatan 1, 753 20 Uppsala',
      notes: 'Rad 1\nRad 2',
      street: 'Storgatan 1',
      postcode: '753 20',
      town: 'Uppsala',
    })
    const file = fileOf(text)
    const columns = guessContactColumns(file.columns)
    expect(contactRowsOf(file, columns)[0]?.typed).toMatchObject({ name: 'Bo Ek', title: 'VD', mobile: '070-1' })
    expect(leftOutColumns(file, columns)).toEqual(headings.filter((_, at) => [7, 8, 9, 13, 14].includes(at)))
  },
)

test('addresses are read as people and programs write them, and none is lost', () => {
  const cells = [
    '"Anna Åkesson <anna@kund.example>"',
    'mailto:anna@kund.example',
    '"anna@kund.example; bo@kund.example"',
    'anna@kund.example.',
    '\u00a0anna@kund.example\u00a0',
    'SMTP:anna@kund.example',
    "'anna@kund.example'",
    'mailto:anna@kund.example?subject=Hej',
    'saknas',
    '-',
    'inte en adress',
  ]
  const rows = read(`Namn;E-post\n${cells.map((cell, at) => `K${at};${cell}`).join('\n')}`)
  expect(rows.map(({ customer, problems }) => problems ?? customer?.email)).toEqual([
    ...Array.from({ length: 8 }, () => 'anna@kund.example'),
    ...[null, null],
    ['Ange en giltig e-postadress'],
  ])
  expect(rows[2]?.customer?.notes).toBe('Fler e-postadresser: bo@kund.example')
})

test('Excel cells that preserve leading zeros become text, and a dash means nothing', () => {
  const [row] = read('Namn;Telefon;Adress;Ort\n"=""0701 AB""";="0701234567";-;–')
  expect(row?.customer).toMatchObject({ name: '0701 AB', phone: '0701234567', address: null })
})

test('lines above the headings are not customers', () => {
  const file = fileOf('Kundlista\r\n2026-11-01;;\r\n\r\nNamn;E-post;Telefon\r\nA;;1')
  expect(file.columns.map(({ heading }) => heading)).toEqual(['Namn', 'E-post', 'Telefon'])
  expect(file.records).toEqual([{ line: 5, cells: ['A', '', '1'] }])
  expect(fileOf('Namn\nA\nB').records).toHaveLength(2)
})

test.each([
  'Nordlys IT AB;Kundlista;2026-11-27',
  'Namn på företaget: Nordlys IT AB;;\nKund: alla;E-post: ja;',
  'Kund;Kundlista;2026-11-27',
])('lines with several cells above the headings are not headings: %s', (title) => {
  const headings = ['Namn', 'E-post', 'Telefon']
  const file = fileOf(`${title}\n${headings.join(';')}\nA;;1`)
  expect(file.columns.map(({ heading }) => heading)).toEqual(headings)
  expect(file.records).toHaveLength(1)
})

test('the columns of a person’s name are unused only if a row also has another name', () => {
  const leftOut = (rows: string) => {
    const file = fileOf(`Förnamn;Efternamn;Företag\n${rows}`)
    return leftOutColumns(file, guessColumns(file.columns))
  }
  expect(leftOut('Anna;Åkesson;Åkessons Bageri AB\nBo;Ek;')).toEqual(['Förnamn', 'Efternamn'])
  expect(leftOut(';;Åkessons Bageri AB\nBo;Ek;')).toEqual([])
})

test('street, postal code and city become one address', () => {
  const [whole, half] = read('Namn;Adress;Postnr;Ort\nA;Storgatan 1;75320;Uppsala\nB;;;Knivsta')
  expect(whole?.customer?.address).toBe('Storgatan 1, 753 20 Uppsala')
  expect(half?.customer?.address).toBe('Knivsta')
})

test('an invalid row has its line and all errors; an unrecognized phone number is stored', () => {
  const rows = read(
    `Namn,Epost,Telefon\nA,a@example.se,fråga Kim\n,inte en adress,\n${'x'.repeat(201)},,${'1'.repeat(51)}\nB`,
  )
  expect(rows.map(({ line, problems }) => [line, problems])).toEqual([
    [2, undefined],
    [3, ['Namn krävs', 'Ange en giltig e-postadress']],
    [4, ['Namn får max vara 200 tecken']],
    [5, undefined],
  ])
  expect(rows[0]?.customer?.phone).toBe('fråga Kim')
})

test('a telephone cell that is too long goes to the note, with a warning', () => {
  const numbers = Array.from({ length: 5 }, () => '070-123 45 67').join(', ')
  const [customer] = read(`Namn;Telefon;Anteckning\nA;${numbers};Ring först`)
  expect(customer?.customer).toMatchObject({ phone: null, notes: `Ring först\nTelefon: ${numbers}` })
  expect(customer?.warnings).toEqual(['Telefon har fler än 50 tecken och hamnar i anteckningen'])
  const file = fileOf(`Kund;Namn;Mobil\nA;Kim;${numbers}`)
  const [contact] = contactRowsOf(file, guessContactColumns(file.columns))
  expect(contact?.contact).toMatchObject({ mobile: null, note: `Mobil: ${numbers}` })
  expect(contact?.warnings).toEqual(['Mobil har fler än 50 tecken och hamnar i anteckningen'])
})

test('a file that is not a list of customers gets a Swedish error', () => {
  const problemOf = (text: string) => (customerFileOf(text) as { problem?: string }).problem
  expect(problemOf('PK\u0003\u0004\0\0')).toContain('spara den som CSV')
  expect(problemOf('')).toContain('Filen har inga rader')
  expect(problemOf('Namn;E-post\r\n')).toContain('Filen har inga rader')
  expect(problemOf('Namn;Ort\nA;"B')).toContain('rad 2')
  expect(problemOf(`Namn\n${'A\n'.repeat(5001)}`)).toContain('fler än 5000 rader')
})

test('a customer exists by name and e-mail, or by name if one of the two has no e-mail', () => {
  const index = customerIndex([
    { name: 'Åkerman  El', email: 'Info@Example.se' },
    { name: 'Utan AB', email: null },
  ])
  expect(index.has({ name: 'åkerman el', email: 'info@example.se' })).toBe(true)
  expect(index.has({ name: 'Åkerman El', email: null })).toBe(true)
  expect(index.has({ name: 'Åkerman El', email: 'annan@example.se' })).toBe(false)
  expect(index.has({ name: 'Utan AB', email: 'x@example.se' })).toBe(true)
  expect(index.has({ name: 'Annan AB', email: 'info@example.se' })).toBe(false)
})

test('A-124, A-125: our own export is imported unchanged, and contains no formulas', () => {
  const customers: ExportedCustomer[] = [
    {
      ...withoutDetails,
      ...{
        name: '=1+1',
        email: 'a@example.se',
        phone: '+47 22 12 34 56',
        address: '-',
        notes: '@sum(a1)\nrad "två"; tre',
      },
      customerNumber: '-1',
    },
    {
      ...withoutDetails,
      ...{
        name: "'n Liten AB",
        email: null,
        phone: '070-123 45 67',
        address: 'Åsgatan 1, 753 20 Uppsala',
        notes: null,
      },
      ...{ customerNumber: 'K-7', orgNumber: '556012-5790', vatNumber: 'SE556012579001', invoiceEmail: 'f@example.se' },
      ...{ street: 'Åsgatan 1', postcode: '753 20', town: 'Uppsala', yourReference: '@Kim', orderNumber: '=7' },
      ...{ paymentDays: 10, requiresReference: true },
    },
    {
      ...withoutDetails,
      ...{ name: 'x";=1+1', email: null, phone: 'växeln', address: null, notes: "d'Or 😀" },
      ...{ customerNumber: '3', isSoleTrader: true, orgNumber: '811218-9876', country: 'DK' },
    },
  ]
  const text =
    csvHead(customerColumns).slice(1) + customers.map((customer) => csvRow(customerColumns, customer)).join('')
  expect(text.split('\r\n')[0]).toBe(
    'Namn;E-post;Telefon;Adress;Anteckningar;Kundnummer;Enskild firma;Organisationsnummer;Momsregistreringsnummer;Gata;Postnummer;Ort;Land;E-post för faktura;Er referens;Ordernummer;Betalningsvillkor, dagar;Kräver referens',
  )
  expect(text).toContain("'=1+1;")
  expect(text).toContain(";'=7;")
  expect(read(text).map(({ customer }) => customer)).toEqual(customers)
})

test('the export of contacts has readable addresses, the customer’s too', () => {
  const email = 'info@xn--keri-poa.example'
  const person = { name: 'Kim', title: null, phone: null, mobile: null, note: null }
  const line = csvRow(contactColumns, { ...person, customer: 'Åkeri', customerEmail: email, email: `kim.${email}` })
  expect(line).toBe('Åkeri;info@åkeri.example;Kim;;;;kim.info@åkeri.example;\r\n')
})
