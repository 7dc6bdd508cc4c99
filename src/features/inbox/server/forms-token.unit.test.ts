import { expect, test } from 'vitest'
import { formsKeyFrom, isBotToken, makeFormToken } from './forms-token.ts'

const key = formsKeyFrom(Buffer.alloc(32, 1))
const createdAt = new Date('2026-11-21T12:00:00Z')
const after = (ms: number) => new Date(createdAt.getTime() + ms)
const token = makeFormToken(key, createdAt)

test('a form sent within three seconds of its first focus comes from a bot', () => {
  expect([-60_000, 0, 2_999, 3_000, 60_000].map((ms) => isBotToken(key, token, after(ms)))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

test('a missing token (no script) and an old one (a page left open) are accepted', () => {
  expect(isBotToken(key, '', createdAt)).toBe(false)
  expect(isBotToken(key, token, after(3 * 24 * 3600 * 1000))).toBe(false)
})

test('a token with an invalid signature comes from a bot', () => {
  const [timestamp = '', signature = ''] = token.split('.')
  const earlier = `${(createdAt.getTime() - 60_000).toString(36)}.${signature}`
  const forged = [
    earlier,
    timestamp,
    `.${signature}`,
    `${token}x`,
    'x',
    `${timestamp}.${'å'.repeat(43)}`,
    ' ',
    '\0',
    '__proto__',
  ]
  for (const invalid of forged) expect(isBotToken(key, invalid, after(60_000)), invalid).toBe(true)
  expect(isBotToken(formsKeyFrom(Buffer.alloc(32, 2)), token, after(60_000))).toBe(true)
})
