import { randomInt, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeVaultKey, seal } from './envelope.ts'
import { unsealInAnyCase } from './mixed-case-ids.ts'

const key = makeVaultKey()
const aRow = () => ({ orgId: randomUUID(), customerId: randomUUID(), version: randomInt(1, 1000) })
const inRandomCase = (id: string) => id.replace(/[a-f]/g, (letter) => (randomInt(2) ? letter.toUpperCase() : letter))

test.each(['x', 'admin / Räksmörgås-🔑', 'å'.repeat(32 * 1024)])(
  'A-211: a text bound to the id in any case opens and is reported as misbound (text %#)',
  (text) => {
    for (let n = 0; n < 100; n++) {
      const row = aRow()
      for (const customerId of [row.customerId.toUpperCase(), inRandomCase(`${row.customerId.slice(0, 35)}a`)]) {
        const lower = { ...row, customerId: customerId.toLowerCase() }
        const isMisbound = customerId !== lower.customerId
        expect(unsealInAnyCase(seal(text, { ...row, customerId }, key), lower, key.key)).toEqual({
          text,
          isMisbound,
        })
      }
    }
  },
)

test('a text bound to the id in lower case is not misbound', () => {
  const row = aRow()
  expect(unsealInAnyCase(seal('x', row, key), row, key.key)).toEqual({ text: 'x', isMisbound: false })
  expect(unsealInAnyCase(seal('', row, key), row, undefined)).toEqual({ text: '', isMisbound: false })
})

test('A-211: another organization, customer, version or key, and flipped bits, stay unreadable', () => {
  const row = aRow()
  const sealed = seal('hemligt', { ...row, customerId: row.customerId.toUpperCase() }, key)
  for (const otherRow of [{ orgId: randomUUID() }, { customerId: randomUUID() }, { version: 1001 }])
    expect(() => unsealInAnyCase(sealed, { ...row, ...otherRow }, key.key)).toThrow('cannot be opened: content')
  expect(() => unsealInAnyCase(sealed, row, makeVaultKey().key)).toThrow('cannot be opened: content')
  expect(() => unsealInAnyCase(sealed, row, undefined)).toThrow('cannot be opened: key')
  for (let bit = 0; bit < sealed.envelope.length * 8; bit++) {
    const envelope = Buffer.from(sealed.envelope)
    envelope[bit >> 3] = (envelope[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(() => unsealInAnyCase({ ...sealed, envelope }, row, key.key)).toThrow('cannot be opened')
  }
})
