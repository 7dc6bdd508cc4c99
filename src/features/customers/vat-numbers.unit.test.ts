import { expect, test } from 'vitest'
import { countryChoices, countryCodes, readCountry } from './countries.rules.ts'
import {
  maskedNumber,
  readBuyerNumber,
  readPersonalNumber,
  readVatNumber,
  vatFormats,
  vatNumberMessage,
} from './vat-numbers.rules.ts'

// Numbers that the companies publish: Volvo, Ericsson, Skatteverket, Equinor, Telenor, Nokia, Kone, Novo Nordisk, Siemens.
test.each([
  ['SE556012579001', 'SE556012579001'],
  ['se 556016-0680 01', 'SE556016068001'],
  ['SE202100548901', 'SE202100548901'],
  ['NO 923 609 016 MVA', 'NO923609016MVA'],
  ['NO982463718MVA', 'NO982463718MVA'],
  ['FI01120389', 'FI01120389'],
  ['FI-19274001', 'FI19274001'],
  ['DK 24256790', 'DK24256790'],
  ['DE129273398', 'DE129273398'],
])('%j is the VAT number %s', (typed, stored) => expect(readVatNumber(typed)).toBe(stored))

test.each([
  ['SE556012579101', 'a wrong check digit'],
  ['SE556012579000', 'a registration 00'],
  ['SE5560125790', 'no registration'],
  ['NO923609017MVA', 'a wrong check digit'],
  ['NO923609016', 'no MVA'],
  ['FI01120388', 'a wrong check digit'],
  ['DE12927339', 'a digit too few'],
  ['GR123456789', 'not the prefix of Greece'],
  ['GB123456789', 'outside the European Union'],
  ['556012579001', 'no country'],
  ['', 'nothing'],
])('%j is no VAT number: %s', (typed) => expect(readVatNumber(typed)).toBeUndefined())

test('every country of the European Union has a format, and Norway', () => {
  const eu = 'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')
  expect(Object.keys(vatFormats).toSorted()).toEqual([...eu, 'NO'].toSorted())
})

test.each([
  ['19811218-9876', '811218-9876'],
  ['8112189876', '811218-9876'],
  ['811218+9876', '811218-9876'],
  // A coordination number: Skatteverket's example.
  ['701063-2391', '701063-2391'],
])('%j is the personal identity number %s', (typed, stored) => expect(readPersonalNumber(typed)).toBe(stored))

test.each(['811218-9877', '811318-9876', '811200-9876', '811232-9876', '556012-5790', ''])(
  '%j is no personal identity number',
  (typed) => expect(readPersonalNumber(typed)).toBeUndefined(),
)

test('a company has an organization number, a sole trader a personal identity number, never the other', () => {
  expect(readBuyerNumber('16556012-5790', { isSoleTrader: false, country: 'SE' })).toBe('556012-5790')
  expect(readBuyerNumber('811218-9876', { isSoleTrader: true, country: 'SE' })).toBe('811218-9876')
  expect(readBuyerNumber('811218-9876', { isSoleTrader: false, country: 'SE' })).toBeUndefined()
  expect(readBuyerNumber('556012-5790', { isSoleTrader: true, country: 'SE' })).toBeUndefined()
})

test('a masked number hides the last four digits', () => {
  expect(maskedNumber('811218-9876')).toBe('811218-••••')
})

test('a country is read by code and by Swedish or English name, and Sweden is the first choice', () => {
  expect(['se', 'Sverige', ' sweden '].map(readCountry)).toEqual(['SE', 'SE', 'SE'])
  expect(readCountry('Danmark')).toBe('DK')
  expect(readCountry('Atlantis')).toBeUndefined()
  expect(countryChoices[0]).toEqual({ value: 'SE', label: 'Sverige' })
  expect(countryChoices).toHaveLength(countryCodes.length)
  expect(countryCodes).toHaveLength(249)
  expect(countryChoices.filter(({ value, label }) => value === label)).toEqual([])
})

test('a company’s number is checked by the rule of its country', () => {
  const read = (text: string, country: string) => readBuyerNumber(text, { isSoleTrader: false, country })
  expect(read('556703-7485', 'SE')).toBe('556703-7485')
  expect(read('923 609 016', 'NO')).toBe('923609016')
  expect(read('923609017', 'NO')).toBeUndefined()
  expect(read('000000000', 'NO')).toBeUndefined()
  expect(read('2077474-0', 'FI')).toBe('2077474-0')
  expect(read('20774740', 'FI')).toBe('2077474-0')
  expect(read('2077474-1', 'FI')).toBeUndefined()
  expect(read('HRB 86891', 'DE')).toBe('HRB 86891')
})

test.each(['NO000000000MVA', 'FI00000000', 'SE000000000001', 'DE000000000', 'NO123456785MVA'])(
  '%s is no VAT number',
  (number) => {
    expect(readVatNumber(number)).toBeUndefined()
  },
)

test('what to enter instead is an example of the country', () => {
  expect(vatNumberMessage('NO923609017MVA')).toContain('som NO923609016MVA')
  expect(vatNumberMessage('fi 123')).toContain('som FI20774740')
  expect(vatNumberMessage('123')).toContain('som SE556703748501')
  for (const example of ['NO923609016MVA', 'FI20774740', 'SE556703748501', 'DK13585628', 'DE811569869'])
    expect(readVatNumber(example)).toBe(example)
})
