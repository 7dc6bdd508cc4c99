import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { until } from '#lib/testing/until.ts'
import { CallError } from '#lib/web/call.ts'
import { refetch, refetchAll } from './refetch.ts'
import { throttle } from './throttle.ts'

test('a page that is being loaded when something happens is not lost, and all pages are asked for once more', async () => {
  const client = new QueryClient()
  const asked: string[] = []
  let answer = (_rows: string[]) => {}
  const list = new InfiniteQueryObserver(client, {
    queryKey: ['tickets'],
    queryFn: ({ pageParam }) => {
      asked.push(pageParam)
      if (asked.length !== 2) return Promise.resolve([pageParam])
      return new Promise<string[]>((resolve) => {
        answer = resolve
      })
    },
    initialPageParam: 'first',
    getNextPageParam: () => 'second',
  })
  const stop = list.subscribe(() => undefined)
  await until(() => expect(list.getCurrentResult().data?.pages).toHaveLength(1))
  void list.fetchNextPage()
  const again = refetch(client, ['tickets'])
  answer(['second'])
  await again
  expect(list.getCurrentResult().data?.pages).toEqual([['first'], ['second']])
  expect(asked).toEqual(['first', 'second', 'first', 'second'])
  stop()
  client.clear()
})

test('what was not found is left as it is shown; what failed is asked for again', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const asked: number[] = []
  const stops = [404, 500].map((status) =>
    new QueryObserver(client, {
      queryKey: [status],
      queryFn: () => {
        asked.push(status)
        return Promise.reject(new CallError(status, { code: 'refused', message: 'Nej' }))
      },
    }).subscribe(() => undefined),
  )
  await until(() => expect(client.isFetching()).toBe(0))
  await refetch(client, [])
  await refetchAll(client)
  expect(asked).toEqual([404, 500, 500, 500])
  for (const stop of stops) stop()
  client.clear()
})

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('the same thing is done at once and then at most once in a while, and the last time never left out', () => {
  const done: string[] = []
  const ask = throttle(400, (thing: string) => void done.push(thing))
  for (const thing of ['a', 'a', 'b', 'a']) ask(thing)
  expect(done).toEqual(['a', 'b'])
  vi.advanceTimersByTime(400)
  expect(done).toEqual(['a', 'b', 'a'])
  vi.advanceTimersByTime(400)
  ask('a')
  expect(done).toEqual(['a', 'b', 'a', 'a'])
  ask('a')
  ask.stop()
  vi.advanceTimersByTime(1000)
  expect(done).toHaveLength(4)
})
