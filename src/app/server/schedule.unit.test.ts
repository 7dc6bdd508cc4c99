import { expect, test } from 'vitest'
import { featureSchedule } from './features.ts'

test('what runs at an hour of the day is made up for by a machine that slept then', () => {
  const schedule = featureSchedule({ nightlyBackup: {}, fileChecks: {} } as Parameters<typeof featureSchedule>[0])
  const daily = schedule.filter(({ match }) => /^\d+ \d+ /.test(match))
  expect(daily.length).toBeGreaterThan(5)
  expect(daily.filter(({ catchesUpHours = 0 }) => catchesUpHours < 24)).toEqual([])
})
