import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { isFromBefore, recordFetches } from './fetch-times.ts'

function aClient() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  recordFetches(client)
  const from = (key: string, time: number) => {
    const query = client.getQueryCache().find({ queryKey: [key] })
    return query ? isFromBefore(query, time) : undefined
  }
  return { client, from }
}

test('the age of data is that of its request, not of its response', async () => {
  const { client, from } = aClient()
  const { promise, resolve } = Promise.withResolvers<string>()
  const before = performance.now()
  const fetched = client.fetchQuery({ queryKey: ['a'], queryFn: () => promise })
  const requestedAt = performance.now()
  expect([from('a', before - 1), from('a', requestedAt)]).toEqual([false, true])
  resolve('x')
  await fetched
  expect([from('a', before - 1), from('a', requestedAt)]).toEqual([false, true])
})

test('setting data manually and a failed refetch do not make it newer', async () => {
  const { client, from } = aClient()
  client.setQueryData(['a'], 'x')
  expect(from('a', 0)).toBe(true)
  await client.fetchQuery({ queryKey: ['a'], queryFn: () => 'y' })
  const requestedAt = performance.now()
  client.setQueryData(['a'], 'z')
  await client
    .fetchQuery({ queryKey: ['a'], queryFn: () => Promise.reject(new Error('offline')) })
    .catch(() => undefined)
  expect(from('a', requestedAt)).toBe(true)
})

test('a further page leaves a list as old as its first page', async () => {
  const { client, from } = aClient()
  const list = new InfiniteQueryObserver(client, {
    queryKey: ['a'],
    queryFn: ({ pageParam }) => pageParam,
    initialPageParam: 1,
    getNextPageParam: () => 2,
  })
  await list.fetchOptimistic(list.options as never)
  const requestedAt = performance.now()
  await list.fetchNextPage()
  expect(from('a', requestedAt)).toBe(true)
  await list.refetch()
  expect(from('a', requestedAt)).toBe(false)
})
