import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { keyIdOf, makeVaultKey, type Sealed, seal, unseal } from './envelope.ts'

const key = makeVaultKey()
const row = { orgId: randomUUID(), customerId: randomUUID(), version: 3 }
const text = 'admin / Räksmörgås-🔑'
const sealed = seal(text, row, key)
const tryUnseal = (input: Sealed, at = row, by: Buffer | undefined = key.key) => {
  try {
    return unseal(input, at, by)
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
])('A-92: a text is decrypted exactly: %j', (input) => {
  expect(unseal(seal(input, row, key), row, key.key)).toBe(input)
})

test('an empty text gives an empty envelope without a key', () => {
  expect(seal('', row, key)).toEqual({ keyId: null, envelope: Buffer.alloc(0) })
  expect(unseal(seal('', row, key), row, undefined)).toBe('')
})

test('the envelope is a format byte, a 96-bit nonce, the ciphertext and a 128-bit tag', () => {
  expect(sealed.keyId).toBe(key.id)
  expect(sealed.envelope).toHaveLength(1 + 12 + Buffer.byteLength(text) + 16)
  expect(sealed.envelope[0]).toBe(1)
  expect(sealed.envelope.includes('Räksmörgås')).toBe(false)
})

test('A-82: the same text is encrypted differently each time', () => {
  const nonces = new Set<string>()
  const contents = new Set<string>()
  for (let n = 0; n < 20_000; n++) {
    const { envelope } = seal(text, row, key)
    nonces.add(envelope.toString('hex', 1, 13))
    contents.add(envelope.toString('hex', 13))
  }
  expect([nonces.size, contents.size]).toEqual([20_000, 20_000])
})

test('A-83: an envelope opens only for its organization, customer and version', () => {
  for (const otherRow of [{ orgId: randomUUID() }, { customerId: randomUUID() }, { version: 4 }])
    expect(tryUnseal(sealed, { ...row, ...otherRow })).toBe('Unreadable: content')
})

describe('A-84: tampering is refused', () => {
  test('every flipped bit', () => {
    for (let bit = 0; bit < sealed.envelope.length * 8; bit++) {
      const envelope = Buffer.from(sealed.envelope)
      envelope[bit >> 3] = (envelope[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(tryUnseal({ ...sealed, envelope })).toBe(bit < 8 ? 'Unreadable: format' : 'Unreadable: content')
    }
  })

  test('every truncation, also to nothing', () => {
    for (let length = 0; length < sealed.envelope.length; length++)
      expect(tryUnseal({ ...sealed, envelope: sealed.envelope.subarray(0, length) })).toMatch(/^Unreadable/)
    expect(tryUnseal({ ...sealed, envelope: Buffer.concat([sealed.envelope, Buffer.of(0)]) })).toMatch(/^Unreadable/)
  })

  test('an unknown format, another key, no key, and a missing key id', () => {
    expect(tryUnseal({ ...sealed, envelope: Buffer.from('U2FsdGVkX1 en äldre kryptering, lång nog') })).toBe(
      'Unreadable: format',
    )
    expect(tryUnseal(sealed, row, makeVaultKey().key)).toBe('Unreadable: content')
    expect(() => unseal(sealed, row, undefined)).toThrow('cannot be opened: key')
    expect(tryUnseal({ ...sealed, keyId: null })).toBe('Unreadable: key')
  })
})

test('a key’s id is its fingerprint', () => {
  expect(keyIdOf(key.key)).toBe(key.id)
  expect(key.id).toMatch(/^[\w-]{16}$/)
  expect(keyIdOf(makeVaultKey().key)).not.toBe(key.id)
})
