import { todayInStockholm } from '#shared/dates.rules.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import { Dialog } from '#shared/ui/dialog.tsx'
import { chargeDiscountText, chargePriceText, chargeQuantityText, hundredthsText } from '../charge-texts.rules.ts'
import type { Charge } from '../charges.contract.ts'
import { type Dated, validOn } from '../terms.rules.ts'
import { useRemoveChargeRow, useSetDiscount, useSetPrice, useSetQuantity } from './charges.api.ts'
import { DatedRows } from './dated-rows.tsx'

type Props = { charge: Charge; mayChange: boolean; onClose: () => void }

/** The dated quantities, prices and discounts of a recurring charge; administrators may remove rows. */
export function ChargeHistoryDialog({ charge, mayChange, onClose }: Props) {
  const { id } = charge
  const setQuantity = useSetQuantity()
  const setPrice = useSetPrice()
  const setDiscount = useSetDiscount()
  return (
    <Dialog title={`Historik: ${charge.name}`} isOpen onClose={onClose}>
      <div className="grid gap-5">
        <History
          title="Antal"
          rows={charge.quantities}
          textOf={({ hundredths }) => chargeQuantityText(charge, hundredths)}
          remove={mayChange && { id, kind: 'quantities' }}
          restore={(body) => setQuantity.mutateAsync({ id, body })}
        />
        <History
          title="Pris"
          rows={charge.prices}
          textOf={({ priceOre }) => chargePriceText(priceOre, charge.period)}
          remove={mayChange && { id, kind: 'prices' }}
          restore={(body) => setPrice.mutateAsync({ id, body })}
        />
        <History
          title="Rabatt"
          rows={charge.discounts}
          textOf={chargeDiscountText}
          remove={mayChange && { id, kind: 'discounts' }}
          restore={(body) => setDiscount.mutateAsync({ id, body })}
        />
        {charge.recordedCounts.length > 0 && <RecordedCounts charge={charge} />}
        {charge.note && <p className="wrap-anywhere whitespace-pre-line">{charge.note}</p>}
      </div>
    </Dialog>
  )
}

/** What was counted when the customer's invoice bases were made. */
const RecordedCounts = ({ charge }: { charge: Charge }) => (
  <section aria-label="Räknat">
    <h3 className="mb-1 font-semibold">Räknat när underlaget gjordes</h3>
    <ul aria-label="Räknat" className="divide-y divide-line">
      {charge.recordedCounts.map(({ month, countedOn, chargedHundredths, countedHundredths }) => (
        <li key={month} className="flex min-h-10 items-center gap-4 py-1">
          <span className="w-24 shrink-0 tabular-nums">{countedOn}</span>
          <span className="min-w-0 flex-1">
            {`${chargeQuantityText(charge, countedHundredths)}, fakturerat ${hundredthsText(chargedHundredths)} (${formatMonth(month)})`}
          </span>
        </li>
      ))}
    </ul>
  </section>
)

type HistoryProps<Row extends Dated> = {
  title: string
  rows: readonly Row[]
  textOf: (row: Row) => string
  remove: false | { id: string; kind: 'quantities' | 'prices' | 'discounts' }
  restore: (row: Row) => Promise<unknown>
}

function History<Row extends Dated>({ title, rows, textOf, remove, restore }: HistoryProps<Row>) {
  const { mutateAsync: removeRow } = useRemoveChargeRow()
  const current = validOn(rows, todayInStockholm())
  const byDate = new Map(rows.map((row) => [row.validFrom, row]))
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-semibold">{title}</h3>
      <DatedRows
        label={title}
        rows={rows.map((row) => ({ validFrom: row.validFrom, text: textOf(row), isCurrent: row === current }))}
        empty="Inget."
        onRemove={remove ? ({ validFrom }) => removeRow({ id: remove.id, rows: remove.kind, validFrom }) : undefined}
        onRestore={({ validFrom }) => {
          const row = byDate.get(validFrom)
          return row ? restore(row) : Promise.resolve()
        }}
      />
    </section>
  )
}
