import { QueryClient, queryOptions } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { showChanged } from './show-changed.ts'

test('a response in flight from before the change does not replace the result of the change', async () => {
  const client = new QueryClient()
  const response = Promise.withResolvers<string>()
  const query = queryOptions({ queryKey: ['basis', '1'], queryFn: () => response.promise })
  const fetched = client.fetchQuery(query).catch(() => 'discarded')
  await showChanged(client, query, 'sent')
  response.resolve('draft')
  await fetched
  expect(client.getQueryData(query.queryKey)).toBe('sent')
})
