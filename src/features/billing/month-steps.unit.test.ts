import { expect, test } from 'vitest'
import { ore } from '#shared/money.rules.ts'
import type { MonthCustomer } from './invoice-bases.contract.ts'
import { isToBill, isToMake, isToSend, ledgerStopsOf, nextStepOf, stepsLeft, stopsOf } from './month-steps.rules.ts'

type Basis = NonNullable<MonthCustomer['basis']>
const basis = (given: Partial<Basis> = {}): Basis => ({
  id: 'basis',
  state: 'draft',
  number: null,
  isOutdated: false,
  isUnchecked: false,
  needsApproval: true,
  unanswered: 0,
  sentAt: null,
  rowCount: 1,
  minutes: 60,
  netOre: ore(0),
  vatOre: ore(0),
  totalOre: ore(0),
  sending: null,
  undelivered: [],
  toldTo: [],
  missing: null,
  ...given,
})
const row = (given: Partial<MonthCustomer> = {}): MonthCustomer => ({
  customer: { id: 'customer', name: 'Kund AB' },
  minutes: 60,
  unreported: 0,
  unbilled: [],
  late: [],
  unpriced: 0,
  unpricedExpenses: 0,
  differences: [],
  lacks: [],
  addressees: [{ name: 'Anna', isInvoiceAddress: false, email: 'anna@kund.example' }],
  basis: basis(),
  ...given,
})
const sending = { id: 'sending', at: '2026-11-29T10:00:00Z' }

test('what the buyer lacks stops the billing of one customer', () => {
  const lacking = row({ basis: basis({ state: 'approved', missing: 'reference' }) })
  expect(isToBill(lacking)).toBe(false)
  expect(isToBill(row({ basis: basis({ state: 'approved' }) }))).toBe(true)
})

test('a basis is made where there is none, and anew where the draft is outdated', () => {
  expect(isToMake(row({ basis: null }))).toBe(true)
  expect(isToMake(row({ basis: basis({ isOutdated: true }) }))).toBe(true)
  expect(isToMake(row())).toBe(false)
  expect(isToMake(row({ basis: basis({ state: 'sent', isOutdated: true }) }))).toBe(false)
})

test('a current draft is sent, once', () => {
  expect(isToSend(row())).toBe(true)
  expect(isToSend(row({ basis: basis({ isOutdated: true }) }))).toBe(false)
  expect(isToSend(row({ basis: basis({ sending }) }))).toBe(false)
  expect(isToSend(row({ basis: basis({ state: 'sent' }) }))).toBe(false)
})

test('what is approved is billed, and without need of approval also a draft and what is sent', () => {
  const states = ['draft', 'sent', 'approved', 'billed'] as const
  const billed = (needsApproval: boolean) =>
    states.filter((state) => isToBill(row({ basis: basis({ state, needsApproval }) })))
  expect(billed(true)).toEqual(['approved'])
  expect(billed(false)).toEqual(['draft', 'sent', 'approved'])
  expect(isToBill(row({ basis: basis({ state: 'approved', isOutdated: true }) }))).toBe(false)
})

test('each thing that stops a customer is named, and nothing of a billed basis', () => {
  const nobody = { addressees: [], unreported: 2, unpriced: 1, unpricedExpenses: 1 }
  expect(stopsOf(row(nobody))).toEqual([
    '1 tidrad utan pris',
    '1 resa eller material utan pris',
    '2 tidrader ej rapporterade',
    'Ingen kund får det här',
  ])
  expect(stopsOf(row({ unreported: 1 }))).toEqual(['1 tidrad ej rapporterad'])
  expect(stopsOf(row({ ...nobody, basis: basis({ state: 'billed' }) }))).toEqual([])
  const late = [{ month: '2026-09', rows: 2, unreported: 1 }]
  expect(stopsOf(row({ late }))).toEqual(['1 tidrad ej rapporterad'])
  expect(stopsOf(row({ late, unreported: 1 }))).toEqual(['2 tidrader ej rapporterade'])
  expect(stopsOf(row({ addressees: [], basis: basis({ needsApproval: false }) }))).toEqual([])
  expect(stopsOf(row({ basis: basis({ state: 'sent' }) }))).toEqual(['Kunden har inte godkänt'])
  expect(stopsOf(row({ basis: basis({ state: 'sent', undelivered: ['a@b.se'] }) }))).toEqual([
    'Kom inte fram till a@b.se',
  ])
})

test('the next step is the first that something waits for', () => {
  const approved = row({ basis: basis({ state: 'approved' }) })
  expect(nextStepOf(stepsLeft([row({ basis: null, unreported: 1 })]))).toBe('make')
  expect(nextStepOf(stepsLeft([approved, row({ unreported: 1 })]))).toBe('mark')
  expect(nextStepOf(stepsLeft([approved, row()]))).toBe('send')
  expect(nextStepOf(stepsLeft([approved, row({ addressees: [] })]))).toBe('bill')
  expect(nextStepOf(stepsLeft([row({ basis: basis({ state: 'sent' }) })]))).toBe(undefined)
})

test('what a ledger program lacks links to where it is filled in', () => {
  const lacks: MonthCustomer['lacks'] = [
    { field: 'vat_number', stops: true },
    { field: 'electronics', stops: false },
  ]
  const to = '/backoffice/customers/customer/billing'
  expect(ledgerStopsOf(row({ lacks }))).toEqual([
    { text: 'Momsregistreringsnummer saknas', stops: true, to },
    { text: 'Telefoner och datorer över 100 000 kr', stops: false, to: '/backoffice/invoice-bases/basis' },
  ])
  expect(ledgerStopsOf(row())).toEqual([])
})

test('a customer whose rows have no price is none to make', () => {
  const left = (given: Partial<MonthCustomer>) => stepsLeft([row({ basis: null, ...given })]).make
  expect(left({})).toBe(true)
  expect(left({ unpriced: 1 })).toBe(false)
  expect(left({ unpricedExpenses: 2 })).toBe(false)
})

test('a basis that was sent to an invoice address says so until the mail has left', () => {
  const address = { name: null, isInvoiceAddress: true, email: 'faktura@kund.example' }
  const sent = (toldTo: string[], addressees: MonthCustomer['addressees'] = [address]) =>
    stopsOf(row({ addressees, basis: basis({ state: 'sent', toldTo }) }))
  expect(sent([])).toContain('Mejlet har inte gått iväg än')
  expect(sent(['faktura@kund.example'])).not.toContain('Mejlet har inte gått iväg än')
  // Who has the portal reads it there.
  expect(sent([], row().addressees)).not.toContain('Mejlet har inte gått iväg än')
})
