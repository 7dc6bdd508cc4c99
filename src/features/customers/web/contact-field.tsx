import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { readableAddress } from '#shared/email.rules.ts'
import { SelectInput } from '#shared/ui/select-input.tsx'
import type { Contact } from '../contacts.contract.ts'
import { contactsQuery } from './contacts.api.ts'
import type { Invite, InviteValues } from './invitation-form.ts'

type Props = {
  form: UseFormReturn<InviteValues, unknown, Invite>
  customerId: string
  /** The initial choice. */
  first: Contact | undefined
}

/** The contact that a new login belongs to; choosing one fills in its address and name, unless they were typed. */
export function ContactField({ form, customerId, first }: Props) {
  const { data, isError } = useQuery(contactsQuery(customerId))
  const contacts = (data ?? (first ? [first] : [])).filter(({ archivedAt }) => archivedAt === null)
  const { field } = useController({ control: form.control, name: 'contactId' })
  const filled = useRef<Partial<InviteValues>>(form.formState.defaultValues ?? {})
  const fill = (name: 'email' | 'fullName', value: string) => {
    const current = form.getValues(name)
    if (current && current !== filled.current[name]) return
    form.setValue(name, value, { shouldDirty: true })
    filled.current = { ...filled.current, [name]: value }
  }
  const choose = (id: string) => {
    field.onChange(id)
    const contact = contacts.find((one) => one.id === id)
    fill('email', readableAddress(contact?.email ?? ''))
    fill('fullName', contact?.name ?? '')
  }
  const hint = field.value === '' && 'Har en kontakt redan e-postadressen, så hör inloggningen till den.'
  return (
    <SelectInput
      label="Kontakt"
      name={field.name}
      value={field.value}
      onChange={choose}
      onBlur={field.onBlur}
      inputRef={field.ref}
      emptyLabel="Ny kontakt"
      choices={contacts.map(({ id, name, email }) => ({
        value: id,
        label: readableAddress(name),
        ...(email && { detail: readableAddress(email) }),
      }))}
      hint={isError && !data ? 'Kunde inte hämta kontakterna.' : hint || undefined}
    />
  )
}
