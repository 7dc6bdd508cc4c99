import { useQuery } from '@tanstack/react-query'
import { useIsAdmin } from '#features/auth/web/me.ts'
import type { CustomerAgreement } from '#features/billing/agreements.contract.ts'
import { validOn } from '#features/billing/terms.rules.ts'
import { agreementKey } from '#features/billing/web/agreement-recovery.ts'
import { customerAgreementQuery, useRemoveAgreement, useSetAgreement } from '#features/billing/web/agreements.api.ts'
import { ChargesCard } from '#features/billing/web/charges-card.tsx'
import { CustomerDiscountCard } from '#features/billing/web/customer-discount-card.tsx'
import { DatedRows } from '#features/billing/web/dated-rows.tsx'
import { IncludedHours } from '#features/billing/web/included-hours.tsx'
import { PrepaidHoursCard } from '#features/billing/web/prepaid-hours-card.tsx'
import { termsName, termsText } from '#features/billing/web/terms-text.ts'
import { customerQuery } from '#features/customers/web/customers.api.ts'
import { RecurringCard } from '#features/tickets/web/recurring-card.tsx'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { formatKronor } from '#shared/money.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { LinkButton } from '#shared/ui/link-button.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'
import { useRowId } from '#shared/web/url.ts'
import { CustomerFrame } from './customer-frame.tsx'

const MonthPrice = lazyPart(() => import('#features/billing/web/month-price.tsx').then((m) => m.MonthPrice))
const AgreementDialog = lazyPart(() =>
  import('#features/billing/web/agreement.dialog.tsx').then((m) => m.AgreementDialog),
)

/**
 * Avtal: a customer's terms and their dates, recurring charges, discounts, included and prepaid hours, the month's price, and recurring tickets.
 */
export function CustomerAgreementPage() {
  const id = useRowId()
  const isAdmin = useIsAdmin()
  const customer = useQuery(customerQuery(id))
  const agreement = useQuery(customerAgreementQuery(id))
  const query = {
    error: customer.error ?? agreement.error,
    refetch: () => Promise.all([customer.refetch(), agreement.refetch()]),
    isRefetching: customer.isRefetching || agreement.isRefetching,
  }
  const mayChange = isAdmin && customer.data?.archivedAt === null
  const content = customer.data && agreement.data && (
    <div className="grid max-w-5xl grid-cols-1 gap-6">
      <CurrentTerms agreement={agreement.data} isAdmin={isAdmin} />
      <ChargesCard key={`${id} charges`} customerId={id} mayChange={mayChange} />
      <CustomerDiscountCard
        key={`${id} discount`}
        customerId={id}
        discounts={agreement.data.discounts}
        mayChange={mayChange}
      />
      <PrepaidHoursCard key={`${id} prepaid hours`} customerId={id} mayChange={mayChange} />
      <MonthPrice key={`${id} price`} customerId={id} />
      <RecurringCard key={`${id} recurring`} customerId={id} mayChange={customer.data.archivedAt === null} />
      <Dates key={id} customerId={id} agreement={agreement.data} mayChange={mayChange} />
    </div>
  )
  return <CustomerFrame id={id} query={query} content={content} />
}

function CurrentTerms({ agreement, isAdmin }: { agreement: CustomerAgreement; isAdmin: boolean }) {
  const { current, isDefault, included, month } = agreement
  if (!current)
    return (
      <Card title="Villkor nu">
        <div className="grid gap-4">
          <p className="max-w-prose text-ink-soft">
            Kunden har inget avtal och företaget inga standardvillkor. Tiden får inget pris.
          </p>
          {isAdmin && (
            <div>
              <LinkButton to="/backoffice/settings/avtal">Skriv in era priser</LinkButton>
            </div>
          )}
        </div>
      </Card>
    )
  return (
    <Card title="Villkor nu">
      <div className="grid gap-5">
        <p>
          <span className="font-medium">{termsName(current)}</span>
          {isDefault && <span className="text-ink-soft"> – standardvillkor, kunden har inget eget avtal</span>}
        </p>
        {included.minutes > 0 && <IncludedHours {...included} month={month} />}
        <dl className="grid grid-cols-2 gap-x-8 gap-y-4 rail:grid-cols-3">
          {termsText(current).map(([label, value]) => (
            <div key={label}>
              <dt className="text-ink-soft text-sm">{label}</dt>
              <dd className="mt-0.5 tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="text-ink-soft text-sm">Priserna är utan moms.</p>
      </div>
    </Card>
  )
}

/** 'Serviceavtal Bas, 1 200,00 kr per månad' with a fee of the customer's own. */
const agreementText = ({ terms, monthlyFeeOre }: CustomerAgreement['agreements'][number]) =>
  terms
    ? [termsName(terms), monthlyFeeOre !== null && `${formatKronor(monthlyFeeOre)} per månad`]
        .filter(Boolean)
        .join(', ')
    : 'Inget avtal'

type DatesProps = { customerId: string; agreement: CustomerAgreement; mayChange: boolean }

function Dates({ customerId, agreement, mayChange }: DatesProps) {
  const [isOpen, setOpen] = useTransitionState(hasFormSnapshot(agreementKey(customerId)))
  const { mutateAsync: set } = useSetAgreement()
  const { mutateAsync: remove } = useRemoveAgreement()
  const rows = agreement.agreements
  const current = validOn(rows, todayInStockholm())
  const bodies = new Map(
    rows.map(({ validFrom, terms, monthlyFeeOre }) => [
      validFrom,
      { validFrom, termsId: terms?.id ?? null, monthlyFeeOre },
    ]),
  )
  return (
    <Card
      title="Avtal från datum"
      action={
        mayChange && (
          <Button size="sm" onPress={() => setOpen(true)}>
            Byt villkor
          </Button>
        )
      }
    >
      <DatedRows
        label="Avtal från datum"
        rows={rows.map((row) => ({
          validFrom: row.validFrom,
          text: agreementText(row),
          isCurrent: row === current,
        }))}
        empty="Kunden har inget eget avtal."
        onRemove={mayChange ? ({ validFrom }) => remove({ id: customerId, body: { validFrom } }) : undefined}
        onRestore={({ validFrom }) =>
          set({ id: customerId, body: bodies.get(validFrom) ?? { validFrom, termsId: null } })
        }
      />
      {isOpen && <AgreementDialog customerId={customerId} onClose={() => setOpen(false)} />}
    </Card>
  )
}
