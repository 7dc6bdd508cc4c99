import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { invalidate } from './invalidate.ts'

/** A mutation after whose success the queries below `keys` are refetched; it settles when those on the screen are. */
export function useInvalidatingMutation<Input, Output>(change: (input: Input) => Promise<Output>, keys: QueryKey[]) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => Promise.all(keys.map((queryKey) => invalidate(client, queryKey))),
  })
}
