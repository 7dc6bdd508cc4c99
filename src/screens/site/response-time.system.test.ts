// The promised response time where a company has changed its target.
import { expect, test } from 'vitest'
import { sitePaths } from './paths.ts'
import { all, page, textOf } from './testing/site-pages.ts'

test('a company that answers fault reports within another time than the specified says so on every page', () => {
  const support = (minutes: number | null) => textOf(page('/support', { facts: { normalAnswerMinutes: minutes } }))
  for (const path of sitePaths)
    expect(page(path, { facts: { ...all, normalAnswerMinutes: 150 } })).not.toMatch(/\b4 timmar/)
  const said = [null, 30, 60, 150, 240].map((minutes) => /återkommer inom (.*?), och/.exec(support(minutes))?.[1])
  expect(said).toEqual(['4 timmar', '30 minuter', '1 timme', '2,5 timmar', '4 timmar'])
  expect(page('/support', { facts: { ...all, normalAnswerMinutes: 150 } })).toContain('återkommer vi inom 2,5 timmar')
})
