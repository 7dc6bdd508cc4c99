import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ore } from '#shared/money.rules.ts'
import type { BasisRecipient } from './invoice-basis-recipient.contract.ts'
import type { Line } from './invoice-lines.rules.ts'
import { totalsOf } from './pricing.rules.ts'
import { groupsOf, isGrouped } from './recipient-groups.rules.ts'
import { orderNumberText, recipientText, withoutReference } from './recipient-texts.rules.ts'
import { aDocumentBasis, aDocumentLine } from './testing/document-basis.ts'

const recipient = (id: string): BasisRecipient => ({
  id,
  name: `Kontor ${id}`,
  address: null,
  email: null,
  reference: null,
  costCentre: null,
})
const recipients = ['a', 'b'].map(recipient)
const line = (given: Partial<Line>): Line & { recipientId: string | null } => ({
  kind: 'remote',
  quantity: 1,
  per: 1,
  unit: 'st',
  unitOre: ore(0),
  netOre: ore(0),
  vatPercent: 25,
  isRut: false,
  ...given,
  recipientId: given.recipientId ?? null,
})

test('each recipient has its lines in their order, that of the basis first; one without lines is left out', () => {
  const lines = [
    line({ recipientId: 'b', unit: '1' }),
    line({ unit: '2' }),
    line({ recipientId: 'b', unit: '3' }),
    line({ unit: '4' }),
  ]
  expect(
    groupsOf({ lines, recipients }).map((group) => [group.recipient?.id, ...group.lines.map(({ unit }) => unit)]),
  ).toEqual([
    [undefined, '2', '4'],
    ['b', '1', '3'],
  ])
  expect(groupsOf({ lines: lines.filter(({ recipientId }) => recipientId), recipients })).toHaveLength(1)
})

test('the groups have all that the basis has: net, VAT and sum, also with negative amounts and three rates', () => {
  const someLines = fc.array(
    fc
      .record({
        netOre: fc.integer({ min: -300_000, max: 3_000_000 }).map(ore),
        vatPercent: fc.constantFrom(25, 12, 6, 0),
        recipientId: fc.constantFrom(null, 'a', 'b'),
      })
      .map(line),
    { minLength: 1, maxLength: 15 },
  )
  fc.assert(
    fc.property(someLines, (lines) => {
      const groups = groupsOf({ lines, recipients })
      const basis = totalsOf(lines)
      const sum = (of: (group: (typeof groups)[number]) => number) => groups.reduce((all, group) => all + of(group), 0)
      expect(sum(({ netOre }) => netOre)).toBe(basis.netOre)
      expect(sum(({ vatOre }) => vatOre)).toBe(basis.vatOre)
      expect(sum(({ totalOre }) => totalOre)).toBe(basis.totalOre)
      for (const { percent, vatOre } of basis.vat)
        expect(sum(({ vat }) => vat.find((one) => one.percent === percent)?.vatOre ?? 0)).toBe(vatOre)
      expect(groups.flatMap((group) => group.lines)).toHaveLength(lines.length)
    }),
    { numRuns: 500 },
  )
})

test('VAT is rounded once for each recipient, as its invoice does', () => {
  // 0,5 öre each: rounded together it would be 1 öre.
  const lines = [line({ netOre: ore(2) }), line({ netOre: ore(2), recipientId: 'a' })]
  expect(totalsOf(lines)).toMatchObject({ vatOre: 2, vat: [{ percent: 25, netOre: 4, vatOre: 2 }] })
  expect(totalsOf(lines.map((one) => ({ ...one, recipientId: null }))).vatOre).toBe(1)
})

test('a basis whose lines name nobody is not grouped; one whose only recipient is not the first is', () => {
  expect(isGrouped({ recipients: [] })).toBe(false)
  expect(isGrouped({ recipients: [recipient('a')] })).toBe(true)
})

test('a group says who gets it; that of the basis has what its buyer has', () => {
  const { buyer } = aDocumentBasis()
  const named = {
    ...recipient('a'),
    address: 'Box 7\n411 01 Göteborg',
    email: 'b@xn--kund-8qa.se',
    reference: 'Lo Ahl',
  }
  expect(recipientText({ recipient: named }, buyer)).toEqual({
    name: 'Kontor a',
    facts: [
      ['Adress', 'Box 7, 411 01 Göteborg'],
      ['E-post för faktura', 'b@kundö.se'],
      ['Er referens', 'Lo Ahl'],
    ],
  })
  const own = { ...buyer, recipient: 'Huvudkontoret', yourReference: 'Kim Ek', costCentre: '42' }
  expect(recipientText({ recipient: undefined }, own)).toEqual({
    name: 'Huvudkontoret',
    facts: [
      ['Er referens', 'Kim Ek'],
      ['Kostnadsställe', '42'],
    ],
  })
})

test('an order number is said beside a line when it is not the customer’s', () => {
  const buyer = { orderNumber: 'RAM 1' }
  expect(orderNumberText({ orderNumber: 'PO 9' }, buyer)).toBe('Ordernummer PO 9')
  expect(orderNumberText({ orderNumber: 'RAM 1' }, buyer)).toBeUndefined()
  expect(orderNumberText({ orderNumber: null }, buyer)).toBeUndefined()
})

test('recipients with a line that has neither reference nor order number are named once', () => {
  const lines = [
    aDocumentLine({ recipient: 'Väst' }),
    aDocumentLine({ recipient: 'Väst' }),
    aDocumentLine({ recipient: 'Syd', reference: 'Bo' }),
    aDocumentLine({ recipient: 'Nord', orderNumber: 'PO 9' }),
    aDocumentLine(),
  ]
  expect(withoutReference(lines)).toEqual(['Väst', ''])
})
