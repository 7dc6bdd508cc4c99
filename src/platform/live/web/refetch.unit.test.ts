import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { until } from '#shared/testing/until.ts'
import { CallError } from '#shared/web/call.ts'
import { refetch, refetchAll, throttle } from './refetch.ts'

test('a page that is loading when an event arrives is not lost, and all pages are refetched once more', async () => {
  const client = new QueryClient()
  const requests: string[] = []
  let respond = (_rows: string[]) => {}
  const list = new InfiniteQueryObserver(client, {
    queryKey: ['tickets'],
    queryFn: ({ pageParam }) => {
      requests.push(pageParam)
      if (requests.length !== 2) return Promise.resolve([pageParam])
      return new Promise<string[]>((resolve) => {
        respond = resolve
      })
    },
    initialPageParam: 'first',
    getNextPageParam: () => 'second',
  })
  const stop = list.subscribe(() => undefined)
  await until(() => expect(list.getCurrentResult().data?.pages).toHaveLength(1))
  void list.fetchNextPage()
  const refetched = refetch(client, ['tickets'])
  respond(['second'])
  await refetched
  expect(list.getCurrentResult().data?.pages).toEqual([['first'], ['second']])
  expect(requests).toEqual(['first', 'second', 'first', 'second'])
  stop()
  client.clear()
})

test('a query that failed with 404 is not refetched; other failures are', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const requests: number[] = []
  const stops = [404, 500].map((status) =>
    new QueryObserver(client, {
      queryKey: [status],
      queryFn: () => {
        requests.push(status)
        return Promise.reject(new CallError(status, { code: 'refused', message: 'Nej' }))
      },
    }).subscribe(() => undefined),
  )
  await until(() => expect(client.isFetching()).toBe(0))
  await refetch(client, [])
  await refetchAll(client)
  expect(requests).toEqual([404, 500, 500, 500])
  for (const stop of stops) stop()
  client.clear()
})

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('calls with one argument run at once, then at most once per interval, and the last call is never dropped', () => {
  const calls: string[] = []
  const run = throttle(400, (argument: string) => void calls.push(argument))
  for (const argument of ['a', 'a', 'b', 'a']) run(argument)
  expect(calls).toEqual(['a', 'b'])
  vi.advanceTimersByTime(400)
  expect(calls).toEqual(['a', 'b', 'a'])
  vi.advanceTimersByTime(400)
  run('a')
  expect(calls).toEqual(['a', 'b', 'a', 'a'])
  run('a')
  run.stop()
  vi.advanceTimersByTime(1000)
  expect(calls).toHaveLength(4)
})
