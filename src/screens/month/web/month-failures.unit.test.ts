import { expect, test } from 'vitest'
import type { MonthCustomer } from '#features/billing/invoice-bases.contract.ts'
import { ALREADY_SENDING } from '#features/billing/month.contract.ts'
import { isToMake } from '#features/billing/month-steps.rules.ts'
import { failureIn, isToSendOrSending } from './use-month-acts.ts'

const rowWith = (basis: object | null) => ({ customer: { id: 'a', name: 'A AB' }, basis }) as MonthCustomer
const draft = (sending: object | null) => rowWith({ state: 'draft', isOutdated: false, sending })
const sending = { id: 's', at: '2026-11-29T10:00:00Z' }

test('a failure goes once a colleague has made the basis', () => {
  const failureOf = failureIn({ of: new Map([['a', 'Tjänsten har mycket att göra']]), isLeft: isToMake })
  expect(failureOf(rowWith(null))).toBe('Tjänsten har mycket att göra')
  expect(failureOf(draft(null))).toBeNull()
})

test('what a colleague sends is said until it is sent, or taken back', () => {
  const failureOf = failureIn({ of: new Map([['a', ALREADY_SENDING]]), isLeft: isToSendOrSending })
  expect(failureOf(draft(sending))).toBe(ALREADY_SENDING)
  expect(failureOf(draft(null))).toBeNull()
  expect(failureOf(rowWith({ state: 'sent', isOutdated: false, sending: null }))).toBeNull()
})
