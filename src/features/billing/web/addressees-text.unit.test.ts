import { expect, test } from 'vitest'
import { deliveryText, inPortalText } from './addressees-text.ts'

const login = { name: 'Anna Berg', email: 'anna@berg.example', isInvoiceAddress: false }
const address = { name: null, email: 'faktura@berg.example', isInvoiceAddress: true }

test('says how a draft reaches its addressees, and that no mail goes where none is sent', () => {
  expect(deliveryText({ addressees: [login], isSendingMail: true })).toBe(
    'Skickas till Anna Berg (anna@berg.example), som får mejl och läser underlaget i portalen.',
  )
  expect(deliveryText({ addressees: [login], isSendingMail: false })).toBe(
    'Läggs i portalen för Anna Berg (anna@berg.example). Inget mejl går iväg, för e-post är inte inställd. Säg till att underlaget finns där.',
  )
  expect(deliveryText({ addressees: [address], isSendingMail: true })).toBe(
    'Skickas till fakturaadressen faktura@berg.example, som PDF. Ingen hos kunden godkänner i portalen.',
  )
})

test('what was sent without mail says where it is, and that silence does not approve it', () => {
  expect(inPortalText({ addressees: [login] })).toBe(
    'Ligger i portalen för Anna Berg (anna@berg.example). Inget mejl har gått, så det godkänns bara om någon gör det.',
  )
})

test('addresses are in readable form', () => {
  const kim = { name: null, email: 'kim@xn--keri-poa.example', isInvoiceAddress: false }
  expect(inPortalText({ addressees: [kim] })).toContain('Ligger i portalen för kim@åkeri.example.')
})
