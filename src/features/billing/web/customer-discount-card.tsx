import { monthOf, todayInStockholm } from '#shared/dates.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'
import type { DatedDiscount } from '../discount-fields.contract.ts'
import { validOn } from '../terms.rules.ts'
import { DatedRows } from './dated-rows.tsx'
import { customerDiscountKey } from './discount-recovery.ts'
import { customerDiscountText } from './discount-text.ts'
import { useRemoveCustomerDiscount, useSetCustomerDiscount } from './discounts.api.ts'

const DiscountDialog = lazyPart(() => import('./customer-discount.dialog.tsx').then((m) => m.CustomerDiscountDialog))

type Props = { customerId: string; discounts: readonly DatedDiscount[]; mayChange: boolean }

/** Rabatt: of everything that the customer's bases bill, from a date. */
export function CustomerDiscountCard({ customerId, discounts, mayChange }: Props) {
  const [isOpen, setOpen] = useTransitionState(hasFormSnapshot(customerDiscountKey(customerId)))
  const { mutateAsync: set } = useSetCustomerDiscount()
  const { mutateAsync: remove } = useRemoveCustomerDiscount()
  const current = validOn(discounts, `${monthOf(todayInStockholm())}-01`)
  const bodies = new Map(discounts.map((discount) => [discount.validFrom, discount]))
  return (
    <Card
      title="Rabatt"
      action={
        mayChange && (
          <Button size="sm" onPress={() => setOpen(true)}>
            Ändra rabatt
          </Button>
        )
      }
    >
      <DatedRows
        label="Rabatt från datum"
        rows={discounts.map((row) => ({
          validFrom: row.validFrom,
          text: customerDiscountText(row),
          isCurrent: row === current,
        }))}
        empty="Kunden har ingen rabatt på det som faktureras."
        onRemove={mayChange ? ({ validFrom }) => remove({ id: customerId, body: { validFrom } }) : undefined}
        onRestore={({ validFrom }) =>
          set({ id: customerId, body: bodies.get(validFrom) ?? { validFrom, basisPoints: null, amountOre: null } })
        }
      />
      {isOpen && <DiscountDialog customerId={customerId} onClose={() => setOpen(false)} />}
    </Card>
  )
}
