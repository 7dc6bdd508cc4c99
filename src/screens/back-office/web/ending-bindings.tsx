import { chargeNoticeText } from '#features/billing/charge-texts.rules.ts'
import { customerPath } from '#features/customers/customers.rules.ts'
import { Card } from '#shared/ui/card.tsx'
import { Link } from '#shared/ui/link.tsx'
import type { EndingBindings } from '../dashboard.contract.ts'

/** Charges whose binding ends soon, to prolong, raise or end; hidden when there are none. */
export function EndingBindingsCard({ rows, total }: EndingBindings) {
  if (rows.length === 0) return null
  return (
    <Card title="Bindningstid som går ut">
      <ul className="grid gap-1">
        {rows.map(({ id, customer, name, bindingUntil, noticeMonths }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-2 last:border-b-0"
          >
            <span className="min-w-0 wrap-anywhere">
              <Link to={customerPath(customer.id, '/agreement')}>{customer.name}</Link>{' '}
              <span className="text-ink-soft">{name}</span>
            </span>
            <span className="text-right">
              <span className="tabular-nums">{bindingUntil}</span>{' '}
              <span className="text-ink-soft text-sm">
                {chargeNoticeText({ noticeMonths }) ?? 'ingen uppsägningstid'}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {total > rows.length && <p className="mt-2 text-ink-soft">och {total - rows.length} till</p>}
    </Card>
  )
}
