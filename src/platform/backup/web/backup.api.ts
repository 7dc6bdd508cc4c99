import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#shared/web/call.ts'
import { invalidate } from '#shared/web/invalidate.ts'
import { backup } from '../backup.contract.ts'

/** The state of backups and key copies. For administrators. */
export const backupStatusQuery = queryOptions({
  queryKey: ['backup', 'status'],
  queryFn: ({ signal }) => call(backup.status, {}, { signal }),
})

export function useConfirmKeyCopy() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(backup.confirmKeyCopy, {}),
    onSuccess: () => invalidate(client, backupStatusQuery.queryKey),
  })
}
