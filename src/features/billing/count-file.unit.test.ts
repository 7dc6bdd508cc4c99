import { expect, test } from 'vitest'
import { type CustomerFile, customerFileOf } from '#features/customers/customer-file.rules.ts'
import {
  countRowsOf,
  guessCountColumns,
  knownCountHeadings,
  matchedCount,
  meaningsOf,
  readCount,
  unnamedCharges,
} from './count-file.rules.ts'

const read = (text: string) => {
  const file = customerFileOf(text, knownCountHeadings) as CustomerFile
  return countRowsOf(file, guessCountColumns(file.columns))
}

test('a list with semicolons or commas, Swedish or English headings and a title above is read', () => {
  const counts = [
    { customer: 'Heby IF', article: 'M365-BP', hundredths: 1300 },
    { customer: 'Bergs, Bageri', article: 'M365-BP', hundredths: 250 },
  ]
  expect(
    read('Kund;Artikelnummer;Antal\nHeby IF;M365-BP;13\nBergs, Bageri;M365-BP;2,5').map(({ count }) => count),
  ).toEqual(counts)
  expect(
    read('Report\nCustomer name,SKU,Quantity,Price\nHeby IF,M365-BP,13,1\n"Bergs, Bageri",M365-BP,2.5,1').map(
      ({ count }) => count,
    ),
  ).toEqual(counts)
})

test('a row that cannot be read keeps what it says, with the reason', () => {
  expect(read('Kund;Artikel;Antal\n;M365-BP;13\nHeby IF;;1\nHeby IF;M365-BP;många')).toMatchObject([
    { line: 2, typed: { article: 'M365-BP' }, problems: ['Kund saknas'] },
    { line: 3, problems: ['Artikel saknas'] },
    { line: 4, typed: { quantity: 'många' }, problems: ['Ange antal, som 12 eller 0,5'] },
  ])
})

test('quantities have at most two decimals, and are not negative', () => {
  expect(['12', '1 200', '0,5', '12.500', '7,25'].map(readCount)).toEqual([1200, 120_000, 50, 1250, 725])
  expect(['-1', '1,255', '', '12 st'].map(readCount)).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN])
})

test('a row counts when its customer and article are known or chosen', () => {
  const match = (text: string, id: string | null) => ({ text, id, candidates: [] })
  const customers = meaningsOf([match('Heby IF', 'h'), match('Bergs', null)], new Map([['Bergs', 'b']]))
  const articles = meaningsOf([match('M365', 'm'), match('Okänd', null)], new Map([['Okänd', '']]))
  const row = (customer: string, article: string) =>
    matchedCount({ customer, article, hundredths: 100 }, customers, articles)
  expect(row('Heby IF', 'M365')).toEqual({ customerId: 'h', articleId: 'm', hundredths: 100 })
  expect(row('Bergs', 'M365')).toMatchObject({ customerId: 'b' })
  expect(row('Heby IF', 'Okänd')).toBeUndefined()
})

test('charges of the list’s articles without a row are named, those of other articles not', () => {
  const counted = [
    { customerId: 'h', articleId: 'm' },
    { customerId: 'b', articleId: 'm' },
    { customerId: 'b', articleId: 'other' },
  ]
  expect(unnamedCharges(counted, [{ customerId: 'h', articleId: 'm', hundredths: 100 }])).toEqual([counted[1]])
})
