import { randomInt, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeVaultKey, seal } from './envelope.ts'
import { unsealInAnyLetters } from './mixed-case-ids.ts'

const key = makeVaultKey()
const aPlace = () => ({ orgId: randomUUID(), customerId: randomUUID(), version: randomInt(1, 1000) })
const typed = (id: string) => id.replace(/[a-f]/g, (letter) => (randomInt(2) ? letter.toUpperCase() : letter))

test.each(['x', 'admin / Räksmörgås-🔑', 'å'.repeat(32 * 1024)])(
  'A-211: a text that is bound to the id in any letters opens, and says that it is misbound (text %#)',
  (text) => {
    for (let n = 0; n < 100; n++) {
      const place = aPlace()
      for (const customerId of [place.customerId.toUpperCase(), typed(`${place.customerId.slice(0, 35)}a`)]) {
        const lower = { ...place, customerId: customerId.toLowerCase() }
        const isMisbound = customerId !== lower.customerId
        expect(unsealInAnyLetters(seal(text, { ...place, customerId }, key), lower, key.key)).toEqual({
          text,
          isMisbound,
        })
      }
    }
  },
)

test('a text bound to the id as the database says it is not misbound', () => {
  const place = aPlace()
  expect(unsealInAnyLetters(seal('x', place, key), place, key.key)).toEqual({ text: 'x', isMisbound: false })
  expect(unsealInAnyLetters(seal('', place, key), place, undefined)).toEqual({ text: '', isMisbound: false })
})

test('A-211: another organization, customer, version or key, and every flipped bit, stay unreadable in any letters', () => {
  const place = aPlace()
  const sealed = seal('hemligt', { ...place, customerId: place.customerId.toUpperCase() }, key)
  for (const elsewhere of [{ orgId: randomUUID() }, { customerId: randomUUID() }, { version: 1001 }])
    expect(() => unsealInAnyLetters(sealed, { ...place, ...elsewhere }, key.key)).toThrow('cannot be opened: content')
  expect(() => unsealInAnyLetters(sealed, place, makeVaultKey().key)).toThrow('cannot be opened: content')
  expect(() => unsealInAnyLetters(sealed, place, undefined)).toThrow('cannot be opened: key')
  for (let bit = 0; bit < sealed.envelope.length * 8; bit++) {
    const envelope = Buffer.from(sealed.envelope)
    envelope[bit >> 3] = (envelope[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(() => unsealInAnyLetters({ ...sealed, envelope }, place, key.key)).toThrow('cannot be opened')
  }
})
