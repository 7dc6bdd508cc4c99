import { queryOptions } from '@tanstack/react-query'
import { call } from '#shared/web/call.ts'
import { useInvalidatingMutation } from '#shared/web/invalidating-mutation.ts'
import { type RegisterFilter, registerQueryOf } from '#shared/web/register-filter.ts'
import { contactImport, type ImportedContact } from '../contact-import.contract.ts'

/** What the import would do with these contacts; never served from the cache of an earlier visit. */
export const contactCheckQuery = (rows: ImportedContact[]) =>
  queryOptions({
    // Not under 'customers': the import's own invalidation must not make its rows count as existing.
    queryKey: ['contact-import-check', rows],
    queryFn: ({ signal }) => call(contactImport.check, { body: { rows } }, { signal }),
    enabled: rows.length > 0,
    // The result must not change while the user reviews it.
    staleTime: 'static',
    gcTime: 0,
  })

type Import = { rows: ImportedContact[]; idempotencyKey: string }

export const useImportContacts = () =>
  useInvalidatingMutation(
    ({ rows, idempotencyKey }: Import) => call(contactImport.create, { body: { rows } }, { idempotencyKey }),
    [['customers']],
  )

/** Downloads the contacts of all matching customers as CSV. */
export const exportContacts = (filter: RegisterFilter) =>
  call(contactImport.exportFile, { query: registerQueryOf(filter) })
