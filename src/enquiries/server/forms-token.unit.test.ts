import { expect, test } from 'vitest'
import { formsKeyFrom, isBotToken, makeFormToken } from './forms-token.ts'

const key = formsKeyFrom(Buffer.alloc(32, 1))
const began = new Date('2026-11-21T12:00:00Z')
const after = (ms: number) => new Date(began.getTime() + ms)
const token = makeFormToken(key, began)

test('a form submitted within three seconds of the first focus comes from a bot', () => {
  expect([-60_000, 0, 2_999, 3_000, 60_000].map((ms) => isBotToken(key, token, after(ms)))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

test('a missing token (no JavaScript) and an old one (page left open) are accepted', () => {
  expect(isBotToken(key, '', began)).toBe(false)
  expect(isBotToken(key, token, after(3 * 24 * 3600 * 1000))).toBe(false)
})

test('a forged token comes from a bot', () => {
  const [moment = '', signature = ''] = token.split('.')
  const earlier = `${(began.getTime() - 60_000).toString(36)}.${signature}`
  const forged = [
    earlier,
    moment,
    `.${signature}`,
    `${token}x`,
    'x',
    `${moment}.${'å'.repeat(43)}`,
    ' ',
    '\0',
    '__proto__',
  ]
  for (const one of forged) expect(isBotToken(key, one, after(60_000)), one).toBe(true)
  expect(isBotToken(formsKeyFrom(Buffer.alloc(32, 2)), token, after(60_000))).toBe(true)
})
