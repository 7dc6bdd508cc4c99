import ShieldAlert from 'lucide-react/icons/shield-exclamation-point'
import { customerPath } from '#features/customers/customers.rules.ts'
import { formatLongDate } from '#shared/ui/format.ts'
import { Link } from '#shared/ui/link.tsx'
import type { NamedEquipment } from '../equipment.contract.ts'

/** Warranties of a customer that end soon; nothing when there are none. */
export function ExpiringWarranties({ customerId, equipment }: { customerId: string; equipment: NamedEquipment[] }) {
  if (equipment.length === 0) return null
  return (
    <section
      aria-labelledby="garantier"
      className="flex gap-3 rounded-md border border-accent bg-accent-soft px-4 py-3"
    >
      <ShieldAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent-ink" />
      <div className="min-w-0">
        <h2 id="garantier" className="font-semibold">
          Garantier som snart går ut
        </h2>
        <ul className="mt-1 grid gap-0.5">
          {equipment.map(({ id, name, model, serial, warrantyUntil }) => (
            <li key={id}>
              {name}
              {model && `, ${model}`}
              {serial && ` (${serial})`}: {warrantyUntil && formatLongDate(warrantyUntil)}
            </li>
          ))}
        </ul>
        <Link to={customerPath(customerId, '/equipment')}>All utrustning</Link>
      </div>
    </section>
  )
}
