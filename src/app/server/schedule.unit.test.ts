import { expect, test } from 'vitest'
import { featureSchedule, featureTasks } from './features.ts'

const parts = { nightlyBackup: {}, fileChecks: {}, appUrl: 'https://it.example' } as Parameters<typeof featureTasks>[0]

test('tasks for an hour of the day are made up for if the machine slept then', () => {
  const schedule = featureSchedule(parts)
  const daily = schedule.filter(({ match }) => /^\d+ \d+ /.test(match))
  expect(daily.length).toBeGreaterThan(5)
  expect(daily.filter(({ catchesUpHours = 0 }) => catchesUpHours < 24)).toEqual([])
})

test('every scheduled task is registered', () => {
  const tasks = Object.keys(featureTasks(parts))
  expect(featureSchedule(parts).filter(({ task }) => !tasks.includes(task))).toEqual([])
})
