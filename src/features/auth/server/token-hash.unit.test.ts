import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { childToken, descendantToken, hashToken } from './token-hash.ts'

const refreshKey = Buffer.alloc(32, 7)
const child = (token: string) => childToken(hashToken(token), refreshKey)
/** As 1.0.0 derived them. */
const formerChild = (token: string) => createHmac('sha256', refreshKey).update(`refresh\0${token}`).digest('base64url')
const find = (from: string, token: string, generations = 10) =>
  descendantToken(from, { hash: hashToken(token), refreshKey, generations })

test('a descendant is found by its hash, within so many generations', () => {
  const token = child(child(child('first')))
  expect(find('first', token)).toBe(token)
  expect(find('first', token, 3)).toBe(token)
  expect(find('first', token, 2)).toBeUndefined()
  expect(find('other', token)).toBeUndefined()
  expect(find('first', 'first')).toBeUndefined()
})

test('a child that 1.0.0 derived is found, and its children since', () => {
  const former = formerChild(formerChild('first'))
  expect(find('first', former)).toBe(former)
  const since = child(child(former))
  expect(find('first', since)).toBe(since)
  expect(find('first', since, 4)).toBe(since)
  expect(find('first', since, 3)).toBeUndefined()
})

test('without the key no child can be derived', () => {
  expect(childToken(hashToken('first'), Buffer.alloc(32, 8))).not.toBe(child('first'))
})
