import { queryOptions } from '@tanstack/react-query'
import { CUSTOMER_AGREEMENTS } from '#features/customers/web/customers.keys.ts'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { countImport, type ListedCount, type MatchedCount } from '../counted.contract.ts'
import { ALL_INVOICE_BASES } from './invoice-bases.keys.ts'

/** What the texts of a list mean; never served from the cache of an earlier visit. */
export const countCheckQuery = (rows: ListedCount[], countedOn: string) =>
  queryOptions({
    queryKey: ['count-import-check', countedOn, rows],
    queryFn: ({ signal }) => call(countImport.check, { body: { rows, countedOn } }, { signal }),
    enabled: rows.length > 0 && countedOn !== '',
    // The result must not change while the user reviews it.
    staleTime: 'static',
    gcTime: 0,
  })

type New = { rows: MatchedCount[]; countedOn: string; idempotencyKey: string }
export const useImportCounts = () =>
  useInvalidatingMutation(
    ({ rows, countedOn, idempotencyKey }: New) =>
      call(countImport.create, { body: { rows, countedOn } }, { idempotencyKey }),
    [CUSTOMER_AGREEMENTS, ALL_INVOICE_BASES],
  )
