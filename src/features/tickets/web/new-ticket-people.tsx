import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { contactsQuery } from '#features/customers/web/contacts.api.ts'
import { Id } from '#shared/contract.ts'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Select } from '#shared/ui/select.tsx'
import type { NewTicket } from '../tickets.contract.ts'
import { CopiesField } from './copies-field.tsx'

type Props = { form: UseFormReturn<z.input<typeof NewTicket>, unknown, NewTicket> }

/** The reporter of a new ticket and the contacts that get copies, once its customer is chosen; choosing another customer resets them. */
export function NewTicketPeople({ form }: Props) {
  const { control, setValue } = form
  const customerId = useWatch({ control, name: 'customerId' })
  const previous = useRef(customerId)
  useEffect(() => {
    if (previous.current === customerId) return
    previous.current = customerId
    setValue('reportedBy', '')
    setValue('copies', [])
  }, [customerId, setValue])
  // The field may also contain typed text that is not a customer yet.
  return Id.safeParse(customerId).success ? <People form={form} customerId={customerId} /> : null
}

function People({ form: { control, setValue }, customerId }: Props & { customerId: string }) {
  const { data, ...query } = useQuery(contactsQuery(customerId))
  const copies = useWatch({ control, name: 'copies' }) ?? []
  if (query.isError && !data) return <QueryError title="Kunde inte hämta kontakterna" query={query} />
  const people = data?.filter(({ archivedAt }) => archivedAt === null) ?? []
  return (
    <>
      <Select
        control={control}
        name="reportedBy"
        label="Anmälare"
        emptyLabel="Ingen vald"
        choices={people.map(({ id, name }) => ({ value: id, label: name }))}
      />
      {data && (
        <CopiesField
          people={people}
          value={copies}
          onChange={(chosen) => setValue('copies', chosen, { shouldDirty: true })}
        />
      )}
    </>
  )
}
