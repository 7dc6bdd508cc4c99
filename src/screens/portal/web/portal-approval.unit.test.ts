import { expect, test } from 'vitest'
import { approvalText, awaitedText } from './portal-approval.tsx'

const anna = { approvedName: 'Anna', endedName: 'Anna' }
const taken = { ...anna, approvedAt: '2026-12-01T10:00:00Z', endedAt: '2026-12-02T10:00:00Z' }

test('a basis billed without an approval, also a withdrawn one, cannot be approved', () => {
  const textOf = (state: 'sent' | 'billed', endedApprovals: (typeof taken)[]) =>
    approvalText({
      state,
      isOutdated: false,
      approvedAt: null,
      approvedName: null,
      endedApprovals,
      silentApprovalOn: null,
      rowCount: 1,
    })
  expect(textOf('sent', [])).toMatch(/^Läs raderna och godkänn/)
  expect(textOf('sent', [taken])).toMatch(/eller godkänn igen\.$/)
  for (const ended of [[], [taken]])
    expect(textOf('billed', ended)).toBe('Underlaget är fakturerat. Det behövde inte godkännas.')
})

test('says from which day it counts as approved when nobody answers', () => {
  const basis = { isOutdated: false, approvedAt: null, approvedName: null, endedApprovals: [], rowCount: 1 }
  expect(approvalText({ ...basis, state: 'sent', silentApprovalOn: '2026-11-18' })).toMatch(
    /Har ingen svarat före onsdag 18 november 2026 räknas det som godkänt, enligt villkoren\.$/,
  )
})

test('says that prices have changed since an approval', () => {
  const approved = { state: 'approved', approvedAt: '2026-11-03T10:00:00Z', approvedName: 'Anna Berg' } as const
  const basis = { ...approved, endedApprovals: [], silentApprovalOn: null, rowCount: 1 }
  expect(approvalText({ ...basis, isOutdated: false })).toMatch(/av Anna Berg$/)
  expect(approvalText({ ...basis, isOutdated: true })).toMatch(/av Anna Berg\. Priser har ändrats sedan dess/)
})

test('a list says why an outdated basis is outdated, and what comes of it', () => {
  expect(awaitedText({ state: 'sent', isOutdated: true })).toMatch(/Något har ändrats\. Du får ett nytt/)
  expect(awaitedText({ state: 'approved', isOutdated: true })).toMatch(/Priser har ändrats .* Vi återkommer/)
  expect(awaitedText({ state: 'sent', isOutdated: false })).toBe('Väntar på att du godkänner')
  for (const state of ['approved', 'billed'] as const) expect(awaitedText({ state, isOutdated: false })).toBeUndefined()
})

test('where there is no row to ask about the customer is asked to get in touch', () => {
  const basis = {
    state: 'sent',
    isOutdated: false,
    approvedAt: null,
    approvedName: null,
    silentApprovalOn: null,
  } as const
  const textOf = (rowCount: number) => approvalText({ ...basis, endedApprovals: [], rowCount })
  expect(textOf(0)).toBe('Läs raderna och godkänn. Är något oklart: hör av dig till oss.')
  expect(textOf(2)).toBe('Läs raderna och godkänn. Är något oklart: fråga om raden, så svarar vi här.')
})
