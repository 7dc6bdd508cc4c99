import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#shared/web/call.ts'
import { confirmedCall } from '#shared/web/confirmed-call.ts'
import { invalidate } from '#shared/web/invalidate.ts'
import { showChanged } from '#shared/web/show-changed.ts'
import { company } from '../company.contract.ts'

export const organizationQuery = queryOptions({
  queryKey: ['settings', 'organization'],
  queryFn: ({ signal }) => call(company.organization, {}, { signal }),
})
export const factsQuery = queryOptions({
  queryKey: ['settings', 'facts'],
  queryFn: ({ signal }) => call(company.facts, {}, { signal }),
})
export const hoursQuery = queryOptions({
  queryKey: ['settings', 'hours'],
  queryFn: ({ signal }) => call(company.hours, {}, { signal }),
})

/** Invalidates `me` too, because the menu shows the company's name. */
export function useChangeOrganization() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof company.changeOrganization.body>) => call(company.changeOrganization, { body }),
    onSuccess: async (saved) => {
      await showChanged(client, organizationQuery, saved)
      await invalidate(client, ['me'])
    },
  })
}

export function useChangeFacts() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof company.changeFacts.body>) => confirmedCall(company.changeFacts, { body }),
    onSuccess: async (saved) => {
      await showChanged(client, factsQuery, saved)
      await invalidate(client, hoursQuery.queryKey)
    },
  })
}
