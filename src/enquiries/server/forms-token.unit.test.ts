import { expect, test } from 'vitest'
import { formsKeyFrom, isRobotsToken, makeFormToken } from './forms-token.ts'

const key = formsKeyFrom(Buffer.alloc(32, 1))
const began = new Date('2026-11-21T12:00:00Z')
const after = (ms: number) => new Date(began.getTime() + ms)
const token = makeFormToken(key, began)

test('whoever sends a form within three seconds of beginning to write is a robot', () => {
  expect([-60_000, 0, 2_999, 3_000, 60_000].map((ms) => isRobotsToken(key, token, after(ms)))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

test('no token is what a browser without script sends, an old one what a page sends that stood open over a weekend', () => {
  expect(isRobotsToken(key, '', began)).toBe(false)
  expect(isRobotsToken(key, token, after(3 * 24 * 3600 * 1000))).toBe(false)
})

test('a token that nobody made is a robot’s', () => {
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
  for (const one of forged) expect(isRobotsToken(key, one, after(60_000)), one).toBe(true)
  expect(isRobotsToken(formsKeyFrom(Buffer.alloc(32, 2)), token, after(60_000))).toBe(true)
})
