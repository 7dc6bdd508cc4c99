import { expect, test } from 'vitest'
import { countedText, keptAnswersText } from './kept-answers.ts'

const share = (kept: number, missed: number) => keptAnswersText({ kept, missed, medianMinutes: null })

test('the kept share is rounded to the nearest percent, but is 100 only of all and 0 only of none', () => {
  expect(share(22, 12)).toBe('Hölls 65 % (22 av 34)')
  expect(share(1, 2)).toBe('Hölls 33 % (1 av 3)')
  expect(share(999, 1)).toBe('Hölls 99 % (999 av 1000)')
  expect(share(1, 999)).toBe('Hölls 1 % (1 av 1000)')
  expect(share(34, 0)).toBe('Hölls 100 % (34 av 34)')
  expect(share(0, 34)).toBe('Hölls 0 % (0 av 34)')
})

test('the moment of counting is a time today, and has the date on another day', () => {
  const now = new Date('2026-11-29T12:00:00Z')
  expect(countedText('2026-11-29T09:25:00Z', now)).toBe('Räknat kl. 10.25')
  expect(countedText('2026-11-28T09:25:00Z', now)).toBe('Räknat 2026-11-28 10:25')
})
