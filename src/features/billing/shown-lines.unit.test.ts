import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ore, priceFor, sumOre } from '#shared/money.rules.ts'
import { lineName, sumsText } from './line-texts.rules.ts'
import { summedBasis } from './recipient-texts.rules.ts'
import { shownLines } from './shown-lines.rules.ts'
import { aDocumentBasis, aDocumentLine, ofLines } from './testing/document-basis.ts'

const aLine = (unitOre: number, quantity: number, given: object = {}) =>
  aDocumentLine({
    kind: 'charge',
    article: 'Licens',
    unit: 'st',
    per: 1,
    quantity,
    unitOre: ore(unitOre),
    netOre: ore(unitOre * quantity),
    ...given,
  })

test('a private customer reads prices with VAT; where quantity × price is not the amount, 1 × the amount', () => {
  const lines = shownLines([aLine(1000, 2), aLine(3333, 1), aLine(3333, 3), aLine(-1001, 1)], true)
  expect(lines.map((line) => [lineName(line), line.quantity, line.unitOre, line.netOre])).toEqual([
    ['Licens', 2, 1250, 2500],
    ['Licens', 1, 4166, 4166],
    ['Licens, 3 st', 1, 12_499, 12_499],
    ['Licens', 1, -1251, -1251],
  ])
})

test('lines for a company stay as they are', () => {
  const lines = [aLine(3333, 3)]
  expect(shownLines(lines, false)).toEqual(lines)
})

test('each line multiplies, and all add up to the total', () => {
  const anyLine = fc.record({
    unitOre: fc.integer({ min: -500_000, max: 500_000 }),
    quantity: fc.integer({ min: 1, max: 300 }),
    vatPercent: fc.constantFrom(25, 12, 6, 0),
  })
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 12 }), (drawn) => {
      const basis = aDocumentBasis(ofLines(drawn.map(({ unitOre, quantity, ...vat }) => aLine(unitOre, quantity, vat))))
      const lines = shownLines(basis.lines, true)
      for (const { unitOre, quantity, per, netOre } of lines) expect(priceFor(unitOre, quantity, per)).toBe(netOre)
      expect(sumOre(lines.map(({ netOre }) => netOre))).toBe(basis.totalOre)
    }),
  )
})

test('the sum of RUT work is that of its lines, and says whether it is with VAT', () => {
  const basis = aDocumentBasis(ofLines([aDocumentLine({ isRut: true }), aDocumentLine()]))
  const rutOf = (isPrivate: boolean) =>
    sumsText(summedBasis({ ...basis, isPrivate }))
      .map(([label, value]) => `${label} ${value}`.replaceAll('\u00a0', ' '))
      .filter((text) => text.includes('RUT'))
  expect(rutOf(true)).toEqual(['RUT-arbete med moms 1 250,00 kr'])
  expect(rutOf(false)).toEqual(['varav RUT-arbete 1 000,00 kr'])
})
