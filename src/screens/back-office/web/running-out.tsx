import { hoursLeftText, hoursName } from '#features/billing/web/hours-left.tsx'
import { customerPath } from '#features/customers/customers.rules.ts'
import { Card } from '#shared/ui/card.tsx'
import { Link } from '#shared/ui/link.tsx'
import type { RunningOut } from '../dashboard.contract.ts'

/** Customers whose included or prepaid hours are nearly used up; hidden when there are none. */
export function RunningOutCard({ rows, total }: RunningOut) {
  if (rows.length === 0) return null
  return (
    <Card title="Timmar som tar slut">
      <ul className="grid gap-1">
        {rows.map(({ customer, hours }) => (
          <li
            key={`${customer.id} ${hoursName(hours)}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-2 last:border-b-0"
          >
            <span className="min-w-0">
              <Link to={customerPath(customer.id, '/agreement')}>{customer.name}</Link>{' '}
              <span className="text-ink-soft">{hoursName(hours)}</span>
            </span>
            <span className="numbers">{hoursLeftText(hours)}</span>
          </li>
        ))}
      </ul>
      {total > rows.length && <p className="mt-2 text-ink-soft">och {total - rows.length} till</p>}
    </Card>
  )
}
