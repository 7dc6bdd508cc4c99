import { useQuery } from '@tanstack/react-query'
import { ComboboxInput } from '#shared/ui/combobox.tsx'
import { nameOf, useCustomerChoices } from './customer-choices.api.ts'
import { customerQuery } from './customers.api.ts'

type Props = { customerId: string; onChange: (customerId: string) => void }

/** Filters a list by customer, archived ones included; '' means all. The URL may select a customer that is not among the options. */
export function CustomerFilter({ customerId, onChange }: Props) {
  const { data: chosen } = useQuery({ ...customerQuery(customerId), enabled: customerId !== '' })
  return (
    <ComboboxInput
      label="Kund"
      value={customerId}
      onChange={onChange}
      placeholder="Alla kunder"
      {...useCustomerChoices({ includeArchived: true })}
      {...(chosen && { valueLabel: nameOf({ ...chosen, isArchived: chosen.archivedAt !== null }) })}
    />
  )
}
