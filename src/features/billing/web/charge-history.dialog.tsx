import { todayInStockholm } from '#shared/dates.rules.ts'
import { Dialog } from '#shared/ui/dialog.tsx'
import type { Charge } from '../charges.contract.ts'
import { type Dated, validOn } from '../terms.rules.ts'
import { chargeDiscountText, chargePriceText, chargeQuantityText } from './charge-text.ts'
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
        {charge.note && <p className="wrap-anywhere whitespace-pre-line">{charge.note}</p>}
      </div>
    </Dialog>
  )
}

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
