import { queryOptions } from '@tanstack/react-query'
import { attempt } from '#shared/ui/failure-toast.ts'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { type NewSenderRule, senderRules } from '../sender-rules.contract.ts'

const RULES = ['settings', 'sender-rules']
/** The queries to refetch after a rule changed, since a new rule is applied to a mail at once. */
const KEYS = [RULES, ...['enquiries', 'counts', 'tickets', 'customers', 'dashboard'].map((part) => [part])]

export const senderRulesQuery = queryOptions({
  queryKey: RULES,
  queryFn: ({ signal }) => call(senderRules.list, {}, { signal }),
})

export const useCreateRule = (enquiryId: string) =>
  useInvalidatingMutation(
    ({ body, idempotencyKey }: { body: NewSenderRule; idempotencyKey: string }) =>
      call(senderRules.create, { params: { id: enquiryId }, body }, { idempotencyKey }),
    KEYS,
  )

/** Uses `mutateAsync`, since callbacks of `mutate` are not called once the button has unmounted with its rule. */
export function useRemoveRule(id: string) {
  const { mutateAsync, isPending } = useInvalidatingMutation(() => call(senderRules.remove, { params: { id } }), KEYS)
  const remove = () => attempt('Kunde inte ta bort regeln', () => mutateAsync(undefined), 'Regeln är borttagen')
  return { remove: () => void remove(), isPending }
}
