import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { invalidate } from './invalidate.ts'

test('a first load that was in flight during the change is fetched once more', async () => {
  const client = new QueryClient()
  const responses: PromiseWithResolvers<string>[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['log', '1'],
    queryFn: () => {
      const response = Promise.withResolvers<string>()
      responses.push(response)
      return response.promise
    },
  })
  const stop = observer.subscribe(() => undefined)
  const isDone = invalidate(client, ['log'])
  expect(responses).toHaveLength(1)
  responses[0]?.resolve('before')
  await expect.poll(() => responses.length).toBe(2)
  responses[1]?.resolve('after')
  await isDone
  expect(observer.getCurrentResult().data).toBe('after')
  stop()
})

test('a query that has data is fetched once', async () => {
  const client = new QueryClient()
  let fetches = 0
  const observer = new QueryObserver(client, { queryKey: ['log'], queryFn: async () => ++fetches })
  const stop = observer.subscribe(() => undefined)
  await expect.poll(() => fetches).toBe(1)
  await expect.poll(() => observer.getCurrentResult().data).toBe(1)
  await invalidate(client, ['log'])
  expect(fetches).toBe(2)
  stop()
})
