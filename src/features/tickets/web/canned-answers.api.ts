import { queryOptions } from '@tanstack/react-query'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { type ChangedCannedAnswer, cannedAnswers, type NewCannedAnswer } from '../canned-answers.contract.ts'

/** All of them, by name; fetched when somebody types '#', or opens the list. */
export const cannedAnswersQuery = queryOptions({
  queryKey: ['canned answers'],
  queryFn: ({ signal }) => call(cannedAnswers.list, {}, { signal }),
})

export const useCreateCannedAnswer = () =>
  useInvalidatingMutation(
    ({ values, idempotencyKey }: { values: NewCannedAnswer; idempotencyKey: string }) =>
      call(cannedAnswers.create, { body: values }, { idempotencyKey }),
    [cannedAnswersQuery.queryKey],
  )

export const useChangeCannedAnswer = () =>
  useInvalidatingMutation(
    ({ id, values }: { id: string; values: ChangedCannedAnswer }) =>
      call(cannedAnswers.change, { params: { id }, body: values }),
    [cannedAnswersQuery.queryKey],
  )

export const useRemoveCannedAnswer = () =>
  useInvalidatingMutation((id: string) => call(cannedAnswers.remove, { params: { id } }), [cannedAnswersQuery.queryKey])
