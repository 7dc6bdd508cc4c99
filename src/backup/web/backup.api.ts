import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/web/call.ts'
import { backup } from '../backup.contract.ts'

/** The last backup and what is missing. For administrators. */
export const backupStatusQuery = queryOptions({
  queryKey: ['backup', 'status'],
  queryFn: ({ signal }) => call(backup.status, {}, { signal }),
})

export function useConfirmKeyCopy() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(backup.confirmKeyCopy, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: backupStatusQuery.queryKey }),
  })
}
