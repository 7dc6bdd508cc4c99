import { expect, test } from 'vitest'
import { isVatNumberOf, readOrgNumber, readPostalCode, readVatNumber } from './company.rules.ts'

test.each([
  ['556703-7485', '556703-7485'],
  ['5567037485', '556703-7485'],
  ['165567037485', '556703-7485'],
  ['16556703-7485', '556703-7485'],
  [' 556703 – 7485 ', '556703-7485'],
  ['202100-5489', '202100-5489'],
])('organization number %j is %s', (typed, stored) => expect(readOrgNumber(typed)).toBe(stored))

test.each(['556703-7486', '556703-748', '551703-7485', '19556703-7485', '175567037485', 'SE5567037485', 'abc', ''])(
  '%j is no organization number',
  (typed) => expect(readOrgNumber(typed)).toBeUndefined(),
)

test('the third digit of an organization number is at least 2, whatever its check digit', () => {
  expect(readOrgNumber('551000-0002')).toBeUndefined()
  expect(readOrgNumber('552000-0000')).toBe('552000-0000')
})

test.each([
  ['SE556703748501', 'SE556703748501'],
  ['se 556703-7485 01', 'SE556703748501'],
])('VAT number %j is %s', (typed, stored) => expect(readVatNumber(typed)).toBe(stored))

test.each(['556703748501', 'SE556703748502', 'SE556703748601', 'SE55670374850', 'NO556703748501', 'SE'])(
  '%j is no VAT number',
  (typed) => expect(readVatNumber(typed)).toBeUndefined(),
)

test('a VAT number is compared with the organization number in it', () => {
  expect(isVatNumberOf('SE556703748501', '556703-7485')).toBe(true)
  expect(isVatNumberOf('SE202100548901', '556703-7485')).toBe(false)
})

test.each([
  ['75320', '753 20'],
  ['753 20', '753 20'],
  ['SE-753 20', '753 20'],
  ['S-75320', '753 20'],
])('postal code %j is %s', (typed, stored) => expect(readPostalCode(typed)).toBe(stored))

test.each(['07532', '7532', '753201', 'NO-75320', 'abcde'])('%j is no postal code', (typed) =>
  expect(readPostalCode(typed)).toBeUndefined(),
)
