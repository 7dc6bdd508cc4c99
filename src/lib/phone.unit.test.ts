import { expect, test } from 'vitest'
import { formatPhone, isPhone, phoneHref, phonesIn } from './phone.rules.ts'

test.each([
  ['0701234567', '070-123 45 67', 'tel:+46701234567'],
  ['070 123 45 67', '070-123 45 67', 'tel:+46701234567'],
  ['+46 (0)70-123 45 67', '070-123 45 67', 'tel:+46701234567'],
  ['+46070 1234567', '070-123 45 67', 'tel:+46701234567'],
  ['0046 76/123 45 67', '076-123 45 67', 'tel:+46761234567'],
  ['08-12345678', '08-123 456 78', 'tel:+46812345678'],
  ['(08) 123 45 67', '08-123 45 67', 'tel:+4681234567'],
  ['08123456', '08-12 34 56', 'tel:+468123456'],
  ['031123456', '031-12 34 56', 'tel:+4631123456'],
  ['0317612345', '031-761 23 45', 'tel:+46317612345'],
  ['090–12 34 56', '090-12 34 56', 'tel:+4690123456'],
  ['0303 123 45', '0303-123 45', 'tel:+4630312345'],
  ['0925.12345', '0925-123 45', 'tel:+4692512345'],
  ['0650-123456', '0650-12 34 56', 'tel:+46650123456'],
  ['010\u00a0123\u00a045\u00a067', '010-123 45 67', 'tel:+46101234567'],
  ['0771123456', '0771-12 34 56', 'tel:+46771123456'],
  ['020-123456', '020-12 34 56', 'tel:+4620123456'],
  ['0200 12 34 56', '0200-12 34 56', 'tel:+46200123456'],
])('%s is shown as %s and called as %s', (typed, shown, href) => {
  expect([formatPhone(typed), phoneHref(typed), isPhone(typed)]).toEqual([shown, href, true])
  expect(formatPhone(shown)).toBe(shown)
  expect(formatPhone(href.slice(4))).toBe(shown)
})

test.each([
  ['+47 22123456', '+47 22 12 34 56', 'tel:+4722123456'],
  ['004520123456', '+45 20 12 34 56', 'tel:+4520123456'],
  ['+358 40 1234567', '+358 401 23 45 67', 'tel:+358401234567'],
  ['+1 (212) 555-0123', '+1 212 555 0123', 'tel:+12125550123'],
  ['+44 20 7946 0000', '+44 20 79 46 00 00', 'tel:+442079460000'],
])('%s from abroad is shown as %s and called as %s', (typed, shown, href) => {
  expect([formatPhone(typed), phoneHref(typed), isPhone(typed)]).toEqual([shown, href, true])
  expect(formatPhone(shown)).toBe(shown)
})

test.each([
  '',
  'fråga Kim',
  '112',
  '1177',
  '12 34 56',
  '070-123 45 6',
  '070-123 45 678',
  '000000000',
  '+0 123 456 789',
  '+46',
  '+123456789012345678',
  '08-012 34 56',
  '0303-1234',
  '+',
])('%j is no number: shown as typed, not called', (typed) => {
  expect([formatPhone(typed), phoneHref(typed), isPhone(typed)]).toEqual([typed, undefined, false])
})

test.each([
  ['08-123 456 78 ankn 12', ['08-123 456 78 ankn 12', 'tel:+46812345678']],
  ['08-12345678, anknytning 12', ['08-123 456 78, anknytning 12', 'tel:+46812345678']],
  ['0701234567 / 08-123 456 78', ['070-123 45 67', 'tel:+46701234567', '08-123 456 78', 'tel:+46812345678']],
  [
    '070-123 45 67, 0812345678 ankn. 3',
    ['070-123 45 67', 'tel:+46701234567', '08-123 456 78 ankn. 3', 'tel:+46812345678'],
  ],
  ['0701234567 eller +47 22 12 34 56', ['070-123 45 67', 'tel:+46701234567', '+47 22 12 34 56', 'tel:+4722123456']],
  ['070-123 45 67 08-123 456 78', ['070-123 45 67', 'tel:+46701234567', '08-123 456 78', 'tel:+46812345678']],
  ['Fråga i växeln', ['Fråga i växeln', undefined]],
])('each number of %s can be called', (text, expected) => {
  expect(phonesIn(text).flatMap(({ label, href }) => [label, href])).toEqual(expected)
})
