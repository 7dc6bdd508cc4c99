import { expect, test } from 'vitest'
import { missingOfBuyer } from './buyer.contract.ts'
import { addressText } from './buyer-texts.rules.ts'
import { missingText } from './recipient-texts.rules.ts'
import { aDocumentLine } from './testing/document-basis.ts'

test('a missing reference names the recipients that lack one', () => {
  const lines = [
    aDocumentLine({ reference: 'Kim Ek' }),
    aDocumentLine({ recipientId: 'two', recipient: 'Två' }),
    aDocumentLine({ recipientId: 'three', recipient: 'Tre' }),
  ]
  expect(missingText('reference', { lines, recipients: [{}, {}] })).toContain('den saknas för Två och Tre.')
  expect(missingText('reference', { lines: [aDocumentLine()], recipients: [] })).toBe(missingOfBuyer.reference)
  expect(missingText('vat_number_eu', { lines, recipients: [{}, {}] })).toBe(missingOfBuyer.vat_number_eu)
})

test('an address abroad ends with the name of its country', () => {
  expect(addressText({ address: 'Strandgatan 4, 65100 Vasa, FI', country: 'FI' })).toBe(
    'Strandgatan 4, 65100 Vasa, Finland',
  )
  expect(addressText({ address: 'Storgatan 1, 753 20 Uppsala', country: 'SE' })).toBe('Storgatan 1, 753 20 Uppsala')
  expect(addressText({ address: null, country: 'FI' })).toBeNull()
})
