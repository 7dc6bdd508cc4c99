import { expect, test } from 'vitest'
import { customerFileOf } from '#features/customers/customer-file.rules.ts'
import { OUT_OF_RANGE } from '#shared/dates.rules.ts'
import { ore } from '#shared/money.rules.ts'
import { articleRowsOf, guessArticleColumns, knownArticleHeadings } from './article-file.rules.ts'
import { type LineArticle, type LineArticles, vatClassOf } from './articles.rules.ts'
import { priceMonth } from './pricing.rules.ts'
import { aMonth, terms, work } from './testing/months.ts'

const article = (number: string, given: Partial<LineArticle> = {}): LineArticle => ({
  number,
  name: `Artikel ${number}`,
  vatClass: 'standard',
  vatReason: null,
  account: `30${number}`,
  isConstruction: false,
  isElectronics: false,
  ...given,
})
const free = { vatClass: 'none', vatReason: 'Utlägg' } as const
const articles: LineArticles = {
  ofWork: new Map([
    ['remote', article('10')],
    ['start', article('11', { vatClass: 'vat12' })],
  ]),
  byId: new Map([['a', article('40', free)]]),
}
const expense = { kind: 'travel', article: 'Resa', hundredths: 100, unit: 'st', workDate: '2026-11-20' } as const
const month = (given = {}) =>
  aMonth({
    articles,
    work: [work(), work({ id: 'b', kind: 'onsite', timeFrom: '12:00' })],
    expenses: [
      { ...expense, id: 'one', articleId: 'a', priceOre: ore(1000) },
      { ...expense, id: 'two', articleId: null, priceOre: ore(1000) },
    ],
    terms: terms({ startFeeOre: ore(20_000) }),
    ...given,
  })

test('lines of work have the number, name, account and VAT of their article, and the price of the terms', () => {
  const { lines } = priceMonth(month())
  expect(lines.slice(0, 3)).toMatchObject([
    { kind: 'remote', article: 'Artikel 10', articleNumber: '10', account: '3010', vatPercent: 25, unitOre: 100_000 },
    { kind: 'onsite', vatPercent: 25, unitOre: 120_000 },
    { kind: 'start', article: 'Artikel 11', articleNumber: '11', account: '3011', vatPercent: 12, unitOre: 20_000 },
  ])
  expect(lines[1]).not.toHaveProperty('articleNumber')
})

test('travel and material keep their text; one with an article is a line of its own, with its VAT and reason', () => {
  const { lines, vat, lineOfExpense } = priceMonth(month())
  expect(lines.slice(3)).toMatchObject([
    { kind: 'travel', article: 'Resa', vatPercent: 25, netOre: 1000 },
    { kind: 'travel', article: 'Resa', articleNumber: '40', account: '3040', vatPercent: 0, vatReason: 'Utlägg' },
  ])
  expect([lineOfExpense.get('one'), lineOfExpense.get('two')]).toEqual([4, 3])
  expect(vat).toEqual([
    { percent: 25, netOre: 221_000, vatOre: 55_250 },
    { percent: 12, netOre: 40_000, vatOre: 4_800 },
    { percent: 0, netOre: 1_000, vatOre: 0 },
  ])
})

test('reverse charge has its own reason for no VAT', () => {
  const { lines } = priceMonth(month({ isReverseCharge: true }))
  expect(lines.map(({ vatPercent, vatReason }) => vatReason ?? vatPercent)).toEqual([0, 0, 0, 0, 0])
})

test('hours that are included or bought in advance have no article', () => {
  const { lines } = priceMonth(month({ terms: terms({ includedMinutes: 30 }), expenses: [] }))
  const [included] = lines.filter(({ kind }) => kind === 'included')
  expect(included).toMatchObject({ vatPercent: 25 })
  expect(included).not.toHaveProperty('articleNumber')
})

test.each([
  ['25', 'standard'],
  ['25 %', 'standard'],
  ['Normal', 'standard'],
  ['12% moms', 'vat12'],
  ['6', 'vat6'],
  ['0', 'none'],
  ['Momsfri', 'none'],
  ['19', undefined],
  ['', undefined],
] as const)('the VAT %s of a file is %s', (cell, vatClass) => {
  expect(vatClassOf(cell)).toBe(vatClass)
})

const rowsOf = (text: string) => {
  const file = customerFileOf(text, knownArticleHeadings)
  if ('problem' in file) throw new Error(file.problem)
  return articleRowsOf(file, guessArticleColumns(file.columns))
}

test('headings of accounting programs are known, also below a title', () => {
  const text = 'Artikelregister;2026-11-29;\r\nArtikelnr;Benämning;Försäljningspris\r\n100;Kabel;1 250,50\r\n'
  expect(rowsOf(text)).toMatchObject([{ line: 3, article: { number: '100', name: 'Kabel', priceOre: 125_050 } }])
})

test('cells that cannot be read are named with their column, and a left-out column leaves its field out', () => {
  const text =
    'Artikelnummer;Namn;Pris;Gäller från;Moms;Konto;Arkiverad\r\n1;Kabel;dyrt;igår;19;30A;kanske\r\n2;Nät;;;;;\r\n'
  const [wrong, right] = rowsOf(text)
  expect(wrong?.problems).toEqual([
    'Välj moms',
    'Ange ett konto med 4 till 6 siffror, som 3041',
    'Ange ett belopp, som 950,00',
    'Ange ett datum som 2026-11-21',
    OUT_OF_RANGE,
    'Ange Ja eller Nej',
  ])
  expect(right?.article).toEqual({ number: '2', name: 'Nät', priceOre: null, validFrom: null, account: null })
})
