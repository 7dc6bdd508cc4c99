import { expect, test } from 'vitest'
import { slowdownMs } from './attempts.ts'

test('an account under attack is slowed down, never locked', () => {
  expect([1, 20, 21, 24, 1000].map(slowdownMs)).toEqual([0, 0, 250, 1000, 5000])
})
