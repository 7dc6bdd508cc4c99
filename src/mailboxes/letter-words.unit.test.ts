import { expect, test } from 'vitest'
import { saidFrom, wordsOfLetter } from './letter-words.rules.ts'

/** Lines that count how often they are read. */
function counted(lines: string[]) {
  let reads = 0
  const watched = new Proxy(lines, {
    get: (target, key) => {
      if (key === 'slice' || (typeof key === 'string' && /^\d+$/.test(key)))
        reads += key === 'slice' ? target.length : 1
      return Reflect.get(target, key)
    },
  })
  return { lines: watched, reads: () => reads }
}
const letter = wordsOfLetter(['Hej Kim,', ...Array.from({ length: 100 }, () => 'Hej där.'), 'Hej då.'].join('\n'))

test.each([
  ['other words', ['Nej'], 5],
  ['the beginning of the letter, and other words', ['Hej Kim', 'Nej'], 5],
  ['blank lines', [], 200],
  ['a word of the letter, and blank lines', ['Hej', ...Array.from({ length: 200 }, () => '')], 300],
])('A-471: of 240 000 lines that begin with %s only these are read', (_what, beginning, most) => {
  const rest = Array.from({ length: 240_000 }, () => (beginning.length === 0 ? '>' : 'a'))
  const { lines, reads } = counted([...beginning, ...rest])
  saidFrom(lines, 0, letter)
  expect(reads()).toBeLessThanOrEqual(most)
})

test('what is said stands below blank lines, and ends where it is another’s', () => {
  const lines = ['', '> Hej Kim,', '>', '> Hej där. Hej där.', 'Hej', 'Nej.']
  expect(saidFrom(lines, 0, letter)).toEqual({ until: 5, isWhole: false })
  expect(saidFrom(['Hej då.', ''], 0, letter)).toEqual({ until: 1, isWhole: true })
  expect(saidFrom(['???', 'Hej då.'], 0, letter)).toBeUndefined()
})
