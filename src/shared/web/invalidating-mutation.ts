import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { invalidate } from './invalidate.ts'

/** A mutation that refetches the queries below `keys` after success; it settles when the active ones are refetched. */
export function useInvalidatingMutation<Input, Output>(change: (input: Input) => Promise<Output>, keys: QueryKey[]) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => Promise.all(keys.map((queryKey) => invalidate(client, queryKey))),
  })
}
