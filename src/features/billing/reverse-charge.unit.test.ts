import { expect, test } from 'vitest'
import { ore } from '#shared/money.rules.ts'
import type { LineArticle } from './articles.rules.ts'
import { priceMonth } from './pricing.rules.ts'
import { electronicsText, hasReversed, isReversedLine } from './reverse-charge.rules.ts'
import { charge } from './testing/charges.ts'
import { aMonth, work } from './testing/months.ts'

const article = (number: string, given: Partial<LineArticle> = {}): LineArticle => ({
  number,
  name: `Artikel ${number}`,
  vatClass: 'standard',
  vatReason: null,
  account: null,
  isConstruction: false,
  isElectronics: false,
  ...given,
})
const thing = { kind: 'material', hundredths: 100, unit: 'st', workDate: '2026-11-20', priceOre: ore(10_000) } as const
/** Construction work on site, other work, cable, something without VAT, a licence and a construction service each month. */
const month = (given: Parameters<typeof aMonth>[0]) =>
  aMonth({
    articles: {
      ofWork: new Map([['onsite', article('20', { isConstruction: true })]]),
      byId: new Map([
        ['cable', article('40', { isConstruction: true, vatClass: 'vat12' })],
        ['outlay', article('50', { vatClass: 'none', vatReason: 'Utlägg' })],
      ]),
    },
    work: [work(), work({ id: 'b', kind: 'onsite', timeFrom: '12:00' })],
    expenses: [
      { ...thing, id: 'one', article: 'Kabel', articleId: 'cable' },
      { ...thing, id: 'two', article: 'Avgift', articleId: 'outlay' },
      { ...thing, id: 'three', article: 'Mus' },
    ],
    charges: [
      charge({ id: 'a', name: 'Licens', startsOn: '2026-11-01' }),
      charge({ id: 'b', name: 'Tillsyn', startsOn: '2026-11-01', isConstruction: true }),
    ],
    fees: [{ validFrom: '2026-11-01', name: 'Bas', feeOre: ore(50_000) }],
    ...given,
  })
const percents = (given: Parameters<typeof aMonth>[0]) =>
  Object.fromEntries(
    priceMonth(month(given)).lines.map(({ article: name, kind, vatPercent }) => [name ?? kind, vatPercent]),
  )
const fee = 'Månadsavgift november, Bas'

test('a building company has reverse charge for construction work alone', () => {
  const reversed = { isReverseCharge: true, reverseReason: 'bygg' } as const
  const ordinary = { [fee]: 25, Licens: 25, remote: 25, Mus: 25, Avgift: 0 }
  expect(percents(reversed)).toEqual({ ...ordinary, Tillsyn: 0, 'Artikel 20': 0, Kabel: 0 })
  const { lines } = priceMonth(month(reversed))
  expect(lines.filter(isReversedLine).map(({ article: name }) => name)).toEqual(['Tillsyn', 'Artikel 20', 'Kabel'])
})

test.each(['eu', null] as const)('with the reason %s everything has reverse charge', (reverseReason) => {
  const found = percents({ isReverseCharge: true, reverseReason })
  expect(new Set(Object.values(found))).toEqual(new Set([0]))
})

test('VAT is rounded once for each rate, and reversed lines are in none', () => {
  const { vat, netOre, totalOre } = priceMonth(month({ isReverseCharge: true, reverseReason: 'bygg' }))
  const licences = 12 * 12_900
  expect(vat).toEqual([
    { percent: 25, netOre: 50_000 + licences + 100_000 + 10_000, vatOre: (160_000 + licences) / 4 },
    { percent: 0, netOre: licences + 120_000 + 20_000, vatOre: 0 },
  ])
  expect(totalOre).toBe(netOre + (160_000 + licences) / 4)
})

test('a building company that has bought nothing of it has an ordinary basis', () => {
  const reversed = { isReverseCharge: true, reverseReason: 'bygg' } as const
  const { lines } = priceMonth(aMonth({ ...reversed, work: [work()] }))
  expect(hasReversed(reversed, lines)).toBe(false)
})

const goods = (netOre: number, given = {}) => ({ isElectronics: true, vatPercent: 25, netOre: ore(netOre), ...given })

test('electronics above 100 000 kr with VAT are warned of, to companies', () => {
  const lines = [goods(6_000_000), goods(4_000_000)]
  expect(electronicsText({ isPrivate: false, lines })).toBe(null)
  expect(electronicsText({ isPrivate: false, lines: [...lines, goods(1)] })).toContain('100\u00a0000,01\u00a0kr')
  expect(electronicsText({ isPrivate: true, lines: [...lines, goods(1)] })).toBe(null)
  for (const other of [{ vatPercent: 0 }, { isElectronics: false }])
    expect(electronicsText({ isPrivate: false, lines: [...lines, goods(1, other)] })).toBe(null)
  expect(electronicsText({ isPrivate: false, lines: [...lines, goods(1), goods(-1)] })).toBe(null)
  // The limit is that of one invoice.
  expect(electronicsText({ isPrivate: false, lines: [...lines, goods(1, { recipientId: 'other' })] })).toBe(null)
})
