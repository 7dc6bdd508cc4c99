import { monthPath } from '#features/billing/invoice-bases.rules.ts'
import { formatKronor } from '#shared/money.rules.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { Card } from '#shared/ui/card.tsx'
import { Link } from '#shared/ui/link.tsx'
import type { Dashboard, InvoiceBasesLeft } from '../dashboard.contract.ts'

/** Invoice bases that wait for approval or can be billed; hidden when there are none. */
export function InvoiceBasesLeftCard({ waiting, ready }: Dashboard['bases']) {
  if (!waiting && !ready) return null
  return (
    <Card title="Fakturaunderlag">
      <ul className="grid gap-1">
        {ready && <Left label="Klart att fakturera" left={ready} />}
        {waiting && <Left label="Väntar på kundens godkännande" left={waiting} />}
      </ul>
    </Card>
  )
}

type LeftProps = { label: string; left: NonNullable<InvoiceBasesLeft> }

/** Its sum is of all months, each with a link to its list. */
function Left({ label, left: { count, netOre, months } }: LeftProps) {
  const [only = '', ...others] = months
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-2 last:border-b-0">
      {others.length === 0 ? <Link to={monthPath(only)}>{label}</Link> : <span>{label}</span>}
      <span className="ml-auto text-right tabular-nums">
        {plural(count, 'underlag', 'underlag')}, {formatKronor(netOre)} utan moms
      </span>
      {others.length > 0 && (
        <span className="flex w-full flex-wrap gap-x-4">
          {months.map((month) => (
            <Link key={month} to={monthPath(month)}>
              {formatMonth(month)}
            </Link>
          ))}
        </span>
      )}
    </li>
  )
}
