import { expect, test } from 'vitest'
import { atMost } from './at-most.ts'

test('what comes while as many are running is left out, and runs again when one has ended, also by an error', async () => {
  const limited = atMost(2)
  const ends: { resolve: (text: string) => void; reject: (error: Error) => void }[] = []
  const start = () => limited(() => new Promise<string>((resolve, reject) => ends.push({ resolve, reject })))
  const [first, second] = [start(), start()]
  expect(await start()).toBeUndefined()
  ends[0]?.resolve('first')
  expect(await first).toBe('first')
  const third = start()
  expect(await start()).toBeUndefined()
  ends[1]?.reject(new Error('second'))
  await expect(second).rejects.toThrow('second')
  const fourth = start()
  ends[2]?.resolve('third')
  ends[3]?.resolve('fourth')
  expect(await Promise.all([third, fourth])).toEqual(['third', 'fourth'])
})
