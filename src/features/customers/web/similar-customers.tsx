import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { Link } from '#shared/ui/link.tsx'
import { useDebounced } from '#shared/web/debounced.ts'
import type { NewCustomer, SimilarCustomer } from '../customers.contract.ts'
import { customerPath } from '../customers.rules.ts'
import { similarCustomersQuery } from './customers.api.ts'

const list = new Intl.ListFormat('sv')

type Props = {
  control: Control<z.input<typeof NewCustomer>, unknown, NewCustomer>
  /** The customer being changed. */
  except?: string
  /** While a new customer is being saved, and after that: it would find itself. */
  isSaving: boolean
}

/** Shows, while typing, existing customers that may be the same. Saving is still possible: two companies may share a number. */
export function SimilarCustomers({ control, except, isSaving }: Props) {
  const [name, email, phone] = useWatch({ control, name: ['name', 'email', 'phone'] })
  const typed = {
    name: useDebounced((name ?? '').trim()),
    email: useDebounced((email ?? '').trim()),
    phone: useDebounced((phone ?? '').trim()),
  }
  const isTyped = Boolean(typed.name || typed.email || typed.phone)
  const { data } = useQuery({ ...similarCustomersQuery({ ...typed, except }), enabled: isTyped && !isSaving })
  const found = isTyped ? (data ?? []) : []
  return (
    <div role="status" className="empty:hidden">
      {found.length > 0 && (
        <ul className="grid gap-1 rounded-md border border-accent bg-accent-soft px-4 py-3">
          {found.map((customer) => (
            <li key={customer.id}>
              Finns redan: <strong className="font-semibold">{customer.name}</strong> ({reasonOf(customer)}){' '}
              <Link to={customerPath(customer.id)} accessibleName={`Öppna ${customer.name}`}>
                Öppna
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function reasonOf({ sameName, sameEmail, samePhone, isArchived }: SimilarCustomer): string {
  const same = [...(sameName ? ['namn'] : []), ...(sameEmail ? ['e-post'] : []), ...(samePhone ? ['telefon'] : [])]
  return `samma ${list.format(same)}${isArchived ? ', arkiverad' : ''}`
}
