import { expect, test } from 'vitest'
import { whenReady } from './when-ready.ts'

test('a value that is there is passed on at once', () => {
  expect(whenReady(20, (value) => value + 1)).toBe(21)
})

test('a promise is waited for', async () => {
  const result = whenReady(Promise.resolve(20), (value) => value + 1)
  expect(result).toBeInstanceOf(Promise)
  expect(await result).toBe(21)
})

test('a rejection is passed on, and nothing is called', async () => {
  const result = whenReady(Promise.reject<number>(new Error('gone')), () => expect.unreachable())
  await expect(result).rejects.toThrow('gone')
})
