import { expect, test } from 'vitest'
import { asciiDomain, asciiSearch, readableAddress } from './email.rules.ts'

test.each([
  'info@åkeri.se',
  'växjö@räksmörgås.example',
  'a@göteborgs-kök.åre.se',
  'b@müller.example',
  'c@kund.example',
])('%s is stored in ASCII and shown in readable form', (typed) => {
  const stored = asciiDomain(typed)
  expect(stored.slice(stored.indexOf('@'))).toMatch(/^[\0-\x7f]+$/)
  expect(readableAddress(stored)).toBe(typed)
})

test('addresses and domains of a search become ASCII, its other words are unchanged', () => {
  expect(asciiSearch('info@åkeri.se')).toBe('info@xn--keri-poa.se')
  expect(asciiSearch('åkeri.se')).toBe('xn--keri-poa.se')
  expect(asciiSearch('Åkeri Öst 070-12 a@b.se')).toBe('Åkeri Öst 070-12 a@b.se')
})

test('an address in Unicode NFD is the same address', () => {
  expect(asciiDomain('info@åkeri.se'.normalize('NFD'))).toBe(asciiDomain('info@åkeri.se'))
})

test('A-550: a domain with other than Latin letters, or in invalid Punycode, is shown as stored', () => {
  for (const typed of ['info@bаnk.example', 'info@почта.example']) {
    const stored = asciiDomain(typed)
    expect(stored).toContain('xn--')
    expect(readableAddress(stored)).toBe(stored)
  }
  for (const stored of [
    'a@xn--',
    'a@xn--ab',
    'a@xn--99999999',
    'a@xn--a-ecp.ru',
    'xn--keri-poa',
    'a@xn--kund-.example',
    // Longer than a label can be, and decoded to an infinite number.
    `a@xn--${'9'.repeat(308)}b`,
  ])
    expect(readableAddress(stored)).toBe(stored)
})
