import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/web/call.ts'
import { useInvalidatingMutation } from '#lib/web/invalidating-mutation.ts'
import { type NewSenderRule, senderRules } from '../sender-rules.contract.ts'

const RULES = ['settings', 'sender-rules']
/** What changes with a rule, which is applied to the mail that it is made of. */
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

export const useRemoveRule = () =>
  useInvalidatingMutation((id: string) => call(senderRules.remove, { params: { id } }), KEYS)
