import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openPictureTurns, type PictureSender } from './picture-turns.ts'

/** Pictures by name; `end` ends one, `started` and `refused` list them in order. */
function somePictures() {
  const turns = openPictureTurns()
  const started: string[] = []
  const refused: string[] = []
  const ends = new Map<string, () => void>()
  const queue = async (sender: PictureSender, names: string[], isPatient: boolean) => {
    for (const name of names)
      void turns.take(sender, isPatient).then((end) => {
        if (!end) return refused.push(name)
        ends.set(name, end)
        return started.push(name)
      })
    await nextTurn()
  }
  return {
    started,
    refused,
    send: (sender: PictureSender, ...names: string[]) => queue(sender, names, false),
    patient: (sender: PictureSender, ...names: string[]) => queue(sender, names, true),
    end: async (name: string) => {
      ends.get(name)?.()
      await nextTurn()
    },
  }
}
const names = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`)

test('A-496: anonymous pictures have one process, and one stays free for the others', async () => {
  const { send, started } = somePictures()
  await send('anonymous', 's1', 's2', 's3')
  expect(started).toEqual(['s1'])
  await send('staff', 'a1')
  expect(started).toEqual(['s1', 'a1'])
})

test('A-496: staff come before customers, customers before visitors, each in order of arrival', async () => {
  const { send, end, started } = somePictures()
  await send('staff', 'a1', 'a2')
  await send('anonymous', 's1', 's2')
  await send('customer', 'c1', 'c2')
  await send('staff', 'a3', 'a4')
  expect(started).toEqual(['a1', 'a2'])
  for (const name of ['a1', 'a2', 'a3', 'a4', 'c1', 'c2', 's1', 's2']) await end(name)
  expect(started).toEqual(['a1', 'a2', 'a3', 'a4', 'c1', 'c2', 's1', 's2'])
})

test('a second anonymous picture waits even while a process is free', async () => {
  const { send, end, started } = somePictures()
  await send('anonymous', 's1', 's2')
  await send('customer', 'c1')
  await end('c1')
  expect(started).toEqual(['s1', 'c1'])
  await end('s1')
  expect(started).toEqual(['s1', 'c1', 's2'])
})

test('each queue has its own limit, beyond which pictures are refused at once', async () => {
  const { send, patient, refused, started, end } = somePictures()
  await send('anonymous', ...names('s', 6))
  await send('customer', ...names('c', 23))
  await send('staff', ...names('a', 42))
  expect(started).toEqual(['s0', 'c0'])
  expect(refused).toEqual(['s4', 's5', 'c21', 'c22', 'a40', 'a41'])
  await patient('anonymous', 's6')
  expect(refused).toHaveLength(6)
  await end('s0')
  await end('c0')
  expect(started).toEqual(['s0', 'c0', 'a0', 'a1'])
})
