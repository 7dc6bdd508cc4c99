import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

const words = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  .trimEnd()
  .split('\n')
const all = new Set(words)

test('the list has each word once, in lower case, sorted by its bytes', () => {
  expect(words.length).toBeGreaterThan(80_000)
  expect(all.size).toBe(words.length)
  const isOutOfOrder = (word: string, index: number) =>
    index > 0 && Buffer.from(words[index - 1] as string).compare(Buffer.from(word)) >= 0
  expect(words.filter((word, index) => word !== word.toLowerCase() || isOutOfOrder(word, index))).toEqual([])
})

test('every word of it is found, in capitals too, and nothing beside them', () => {
  expect(words.filter((word) => !isCommonPassword(word))).toEqual([])
  const near = words.flatMap((word, index) => (index % 9 > 0 ? [] : [`${word}!`, word.slice(0, -1), `!${word}`]))
  expect(near.filter((word) => isCommonPassword(word) !== all.has(word))).toEqual([])
  for (const word of ['', '\n', `${words[0]}\n${words[1]}`, '~~~~~~~~', 'ö'.repeat(40)])
    expect(isCommonPassword(word), word).toBe(false)
  expect(isCommonPassword('LÖSENORD')).toBe(true)
})
