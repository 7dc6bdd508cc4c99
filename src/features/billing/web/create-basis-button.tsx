import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { Button } from '#shared/ui/button.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { useIdempotencyKey } from '#shared/web/idempotency-key.ts'
import type { MonthCustomer } from '../invoice-bases.contract.ts'
import { invoiceBasisPath } from '../invoice-bases.rules.ts'
import { useCreateInvoiceBasis } from './invoice-bases.api.ts'

const EarlierMonthsDialog = lazyPart(() => import('./earlier-months.dialog.tsx').then((m) => m.EarlierMonthsDialog))

/** Creates the basis of a customer's month, and asks about earlier months that are not billed. */
export function CreateBasisButton({ month, row: { customer, unbilled } }: { month: string; row: MonthCustomer }) {
  const [isAsking, setAsking] = useState(false)
  const create = useCreateInvoiceBasis()
  const navigate = useNavigate()
  const idempotency = useIdempotencyKey()
  const make = async (earlier: string[]) => {
    const basis = { customerId: customer.id, month, replaces: null, earlier }
    try {
      const { id } = await create.mutateAsync({ basis, idempotencyKey: idempotency.keyFor(JSON.stringify(basis)) })
      idempotency.clear()
      // At once: the chosen months are unsaved changes, which navigation asks about.
      flushSync(() => setAsking(false))
      await navigate(invoiceBasisPath(id))
    } catch (error) {
      showFailure('Kunde inte skapa underlaget', error)
    }
  }
  return (
    <>
      <Button
        size="sm"
        onPress={() => (unbilled.length > 0 ? setAsking(true) : void make([]))}
        isPending={create.isPending}
        pendingText="Skapar …"
        accessibleName={`Skapa fakturaunderlag för ${customer.name}`}
      >
        Skapa
      </Button>
      {isAsking && (
        <EarlierMonthsDialog
          month={month}
          customer={customer.name}
          months={unbilled}
          onCreate={make}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
