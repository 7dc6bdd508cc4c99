import { useQuery } from '@tanstack/react-query'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { Button } from '#shared/ui/button.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { LinkButton } from '#shared/ui/link-button.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { type Column, Table } from '#shared/ui/table.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'
import {
  chargeDiscountText,
  chargeNoticeText,
  chargePriceText,
  chargeQuantityText,
  chargeTermText,
  chargeTimingLabels,
} from '../charge-texts.rules.ts'
import type { Charge } from '../charges.contract.ts'
import { differs } from '../counted.rules.ts'
import { validOn } from '../terms.rules.ts'
import { ChargeActions } from './charge-actions.tsx'
import { newChargeKey } from './charge-recovery.ts'
import { chargesQuery } from './charges.api.ts'
import { ShownDifference } from './count-difference.tsx'
import { countingText } from './count-text.ts'
import { RAISE_PRICES } from './raise-prices-path.ts'

const NewChargeDialog = lazyPart(() => import('./charge.dialog.tsx').then((m) => m.NewChargeDialog))

const hasEnded = ({ endsOn }: Charge) => endsOn !== null && endsOn < todayInStockholm()

const columns: readonly Column<Charge>[] = [
  { key: 'name', header: 'Vad', cell: (charge) => <Name charge={charge} />, onPhone: 'title', grows: true },
  {
    key: 'quantity',
    header: 'Antal nu',
    cell: (charge) => chargeQuantityText(charge, charge.hundredths),
    isNumber: true,
    width: 'w-24',
  },
  { key: 'price', header: 'Pris', cell: (charge) => <Price charge={charge} />, isNumber: true, width: 'w-48' },
  { key: 'next', header: 'Faktureras', cell: (charge) => <Next charge={charge} />, width: 'w-36' },
  { key: 'term', header: 'Gäller', cell: (charge) => <Term charge={charge} />, width: 'w-44' },
]

const Quiet = ({ children }: { children: string }) => <span className="block text-ink-soft text-sm">{children}</span>

function Name({ charge }: { charge: Charge }) {
  const details = [charge.articleNumber, charge.orderNumber && `Order ${charge.orderNumber}`, charge.recipient]
    .filter(Boolean)
    .join(' · ')
  return (
    <span className="wrap-anywhere whitespace-normal">
      {charge.name} {hasEnded(charge) && <Badge variant="outline">Avslutat</Badge>}
      {details && <Quiet>{details}</Quiet>}
      {charge.counting && <Quiet>{countingText(charge.counting)}</Quiet>}
      {charge.count && differs(charge.count) && (
        <ShownDifference
          difference={{ ...charge.count, chargeId: charge.id, name: charge.name, unitName: charge.unitName }}
        />
      )}
    </span>
  )
}

function Price({ charge }: { charge: Charge }) {
  const discount = validOn(charge.discounts, todayInStockholm())
  const hasDiscount = discount && (discount.basisPoints !== null || discount.amountOre !== null)
  return (
    <>
      {charge.priceOre === null ? 'Inget pris' : chargePriceText(charge.priceOre, charge.period)}
      {hasDiscount && <Quiet>{`Rabatt ${chargeDiscountText(discount)}`}</Quiet>}
    </>
  )
}

function Next({ charge: { next, timing } }: { charge: Charge }) {
  if (!next) return 'Inget mer'
  return (
    <>
      {formatMonth(next.month)}
      <Quiet>{chargeTimingLabels[timing]}</Quiet>
    </>
  )
}

function Term({ charge }: { charge: Charge }) {
  const notice = charge.endsOn === null ? chargeNoticeText(charge) : null
  return (
    <>
      {chargeTermText(charge)}
      {notice && <Quiet>{notice}</Quiet>}
    </>
  )
}

/** Abonnemang: the recurring charges of a customer, ended ones last. */
export function ChargesCard({ customerId, mayChange }: { customerId: string; mayChange: boolean }) {
  const [isOpen, setOpen] = useTransitionState(hasFormSnapshot(newChargeKey(customerId)))
  const query = useQuery(chargesQuery(customerId))
  const rows = query.data?.charges.toSorted((one, other) => Number(hasEnded(one)) - Number(hasEnded(other)))
  return (
    <section aria-labelledby="abonnemang" className="grid grid-cols-1 gap-3">
      <div className="flex min-h-9 flex-wrap items-end justify-between gap-3">
        <div className="min-w-60 flex-1">
          <h2 id="abonnemang" className="font-semibold text-md">
            Abonnemang
          </h2>
          <p className="text-ink-soft">
            Det som kunden betalar varje månad, kvartal eller år. Ändras något som redan är fakturerat kommer skillnaden
            på nästa underlag.
          </p>
        </div>
        {mayChange && (
          <div className="flex flex-wrap gap-2">
            {Boolean(rows?.length) && (
              <LinkButton size="sm" to={`${RAISE_PRICES}?customerId=${customerId}`}>
                Höj priser
              </LinkButton>
            )}
            <Button size="sm" onPress={() => setOpen(true)}>
              Nytt abonnemang
            </Button>
          </div>
        )}
      </div>
      {query.isError && !query.data ? (
        <QueryError title="Kunde inte hämta abonnemangen" query={query} />
      ) : (
        <Table
          label="Abonnemang"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          stacksBelow="lg"
          skeletonRows={2}
          empty={<p className="p-4 text-ink-soft">Kunden har inga abonnemang.</p>}
          actions={(charge) => <ChargeActions charge={charge} mayChange={mayChange} />}
        />
      )}
      {isOpen && query.data && (
        <NewChargeDialog customerId={customerId} {...query.data} onClose={() => setOpen(false)} />
      )}
    </section>
  )
}
