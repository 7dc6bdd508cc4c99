import { expect, test } from 'vitest'
import { type CustomerFile, customerFileOf, guessColumns, rowsOf } from './customer-file.rules.ts'
import { PERSONAL_NUMBER_LEFT_OUT } from './imported-details.rules.ts'

const read = (text: string) => {
  const file = customerFileOf(text) as CustomerFile
  return rowsOf(file, guessColumns(file.columns))
}
const one = (headings: string, cells: string) => read(`Namn;${headings}\nX AB;${cells}`)[0]

test('numbers, references and terms of an accounting program are read', () => {
  const headings = 'Kundnr;Org.nr;Momsreg.nr;Fakturamejl;Er referens;Betalningsvillkor'
  expect(
    one(headings, '1042;5560125790;SE 556012-5790 01;f@x.example;Kim Lund;30 dagar netto')?.customer,
  ).toMatchObject({
    customerNumber: '1042',
    orgNumber: '556012-5790',
    isSoleTrader: false,
    vatNumber: 'SE556012579001',
    invoiceEmail: 'f@x.example',
    yourReference: 'Kim Lund',
    paymentDays: 30,
  })
})

test('an address is that of the billing details when it is whole, and one line otherwise', () => {
  const headings = 'Adress;Postnr;Ort'
  expect(one(headings, 'Storgatan 1;75320;Uppsala')?.customer).toMatchObject({
    address: 'Storgatan 1, 753 20 Uppsala',
    street: 'Storgatan 1',
    postcode: '753 20',
    town: 'Uppsala',
  })
  for (const cells of ['Storgatan 1;;Uppsala', 'Storgatan 1;7532;Uppsala', ';753 20;Uppsala', 'Storgatan 1;753 20;'])
    expect(one(headings, cells)?.customer).toMatchObject({ street: null, postcode: null, town: null })
})

test('a country is read by name and code, and otherwise follows from the VAT number', () => {
  expect(one('Land', 'Danmark')?.customer).toMatchObject({ country: 'DK' })
  expect(one('Land', 'no')?.customer).toMatchObject({ country: 'NO' })
  expect(one('VAT-nummer', 'FI01120389')?.customer).toMatchObject({ country: 'FI' })
  expect(one('Land', 'Atlantis')?.problems).toEqual(['Välj ett land'])
})

test('a personal identity number is imported for a sole trader alone, and is in no message', () => {
  const headings = 'Orgnr;Enskild firma;VAT-nummer'
  expect(one(headings, '19811218-9876;Ja;')?.customer).toMatchObject({ orgNumber: '811218-9876', isSoleTrader: true })
  expect(one(headings, '811218-9876;;SE811218987601')?.customer).toMatchObject({ isSoleTrader: true })
  const left = one(headings, '811218-9876;;')
  expect(left?.customer).toMatchObject({ orgNumber: null, isSoleTrader: false, notes: null })
  expect(left?.warnings).toEqual([PERSONAL_NUMBER_LEFT_OUT])
})

test('what is wrong is refused with the name of its field', () => {
  expect(one('Orgnr', '556012-5791')?.problems).toEqual(['Ange ett giltigt organisationsnummer, som 556703-7485'])
  expect(one('VAT-nummer', 'SE1')?.problems).toEqual(['Ange ett giltigt momsregistreringsnummer, som SE556703748501'])
  expect(one('Betalningsvillkor', 'snarast')?.problems).toEqual(['Ange antal dagar, högst 365'])
  expect(one('Ordernummer', 'x'.repeat(51))?.problems).toEqual(['Ordernummer får max vara 50 tecken'])
})
