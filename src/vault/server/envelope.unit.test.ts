import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { keyIdOf, makeVaultKey, type Sealed, seal, unseal } from './envelope.ts'

const key = makeVaultKey()
const place = { orgId: randomUUID(), customerId: randomUUID(), version: 3 }
const text = 'admin / Räksmörgås-🔑'
const sealed = seal(text, place, key)
const refusal = (given: Sealed, at = place, by: Buffer | undefined = key.key) => {
  try {
    return unseal(given, at, by)
  } catch (error) {
    return `${(error as Error).name}: ${(error as { reason?: string }).reason}`
  }
}

test.each([
  text,
  ' \t blanksteg på slutet  \r\n\n',
  'עברית مرحبا \u202eomvänt',
  '👩‍👩‍👧‍👦🇸🇪',
  '\u0001\ufeff\u2028',
  'x'.repeat(64 * 1024),
])('A-92: a text comes back exactly: %j', (given) => {
  expect(unseal(seal(given, place, key), place, key.key)).toBe(given)
})

test('empty in is empty out, without a key', () => {
  expect(seal('', place, key)).toEqual({ keyId: null, envelope: Buffer.alloc(0) })
  expect(unseal(seal('', place, key), place, undefined)).toBe('')
})

test('the envelope is a format byte, a 96-bit nonce, the ciphertext and a 128-bit tag', () => {
  expect(sealed.keyId).toBe(key.id)
  expect(sealed.envelope).toHaveLength(1 + 12 + Buffer.byteLength(text) + 16)
  expect(sealed.envelope[0]).toBe(1)
  expect(sealed.envelope.includes('Räksmörgås')).toBe(false)
})

test('A-82: the same text is never encrypted alike', () => {
  const nonces = new Set<string>()
  const contents = new Set<string>()
  for (let n = 0; n < 20_000; n++) {
    const { envelope } = seal(text, place, key)
    nonces.add(envelope.toString('hex', 1, 13))
    contents.add(envelope.toString('hex', 13))
  }
  expect([nonces.size, contents.size]).toEqual([20_000, 20_000])
})

test('A-83: an envelope opens for its organization, customer and version alone', () => {
  for (const elsewhere of [{ orgId: randomUUID() }, { customerId: randomUUID() }, { version: 4 }])
    expect(refusal(sealed, { ...place, ...elsewhere })).toBe('Unreadable: content')
})

describe('A-84: what was tampered with is refused', () => {
  test('every flipped bit', () => {
    for (let bit = 0; bit < sealed.envelope.length * 8; bit++) {
      const envelope = Buffer.from(sealed.envelope)
      envelope[bit >> 3] = (envelope[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(refusal({ ...sealed, envelope })).toBe(bit < 8 ? 'Unreadable: format' : 'Unreadable: content')
    }
  })

  test('every truncation, also to nothing', () => {
    for (let length = 0; length < sealed.envelope.length; length++)
      expect(refusal({ ...sealed, envelope: sealed.envelope.subarray(0, length) })).toMatch(/^Unreadable/)
    expect(refusal({ ...sealed, envelope: Buffer.concat([sealed.envelope, Buffer.of(0)]) })).toMatch(/^Unreadable/)
  })

  test('an unknown format, another key and none, and an envelope that says it has none', () => {
    expect(refusal({ ...sealed, envelope: Buffer.from('U2FsdGVkX1 en äldre kryptering, lång nog') })).toBe(
      'Unreadable: format',
    )
    expect(refusal(sealed, place, makeVaultKey().key)).toBe('Unreadable: content')
    expect(() => unseal(sealed, place, undefined)).toThrow('cannot be opened: key')
    expect(refusal({ ...sealed, keyId: null })).toBe('Unreadable: key')
  })
})

test('a key’s id is its fingerprint and tells nothing of it', () => {
  expect(keyIdOf(key.key)).toBe(key.id)
  expect(key.id).toMatch(/^[\w-]{16}$/)
  expect(keyIdOf(makeVaultKey().key)).not.toBe(key.id)
})
