import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import type { Recurring } from '../recurring.contract.ts'
import { recurringQuery } from './recurring.api.ts'
import { recoverableRecurring } from './recurring-recovery.ts'
import { RecurringRow } from './recurring-row.tsx'

const RecurringDialog = lazyPart(() => import('./recurring.dialog.tsx').then((m) => m.RecurringDialog))

/** A customer's recurring tickets with their next dates, and the dialog that adds and changes them. */
export function RecurringCard({ customerId, mayChange }: { customerId: string; mayChange: boolean }) {
  const [open, setOpen] = useTransitionState<'new' | Recurring | undefined>(recoverableRecurring(customerId))
  const list = useQuery(recurringQuery(customerId))
  return (
    <Card
      title="Återkommande ärenden"
      action={
        mayChange && (
          <Button size="sm" icon={Plus} accessibleName="Nytt återkommande ärende" onPress={() => setOpen('new')}>
            Nytt
          </Button>
        )
      }
    >
      {list.isError && !list.data && <QueryError title="Kunde inte hämta data" query={list} />}
      {list.isPending && <Skeleton className="h-16" />}
      {list.data?.length === 0 && (
        <p className="max-w-prose text-ink-soft">
          Inget återkommer. Lägg till det som ska göras varje vecka, månad, kvartal eller år, så skapas ärendet av sig
          självt när vi öppnar.
        </p>
      )}
      {list.data && list.data.length > 0 && (
        <ul aria-label="Återkommande ärenden" className="divide-y divide-line">
          {list.data.map((row) => (
            <RecurringRow key={row.id} row={row} mayChange={mayChange} onChange={() => setOpen(row)} />
          ))}
        </ul>
      )}
      {open && (
        <RecurringDialog
          customerId={customerId}
          {...(open !== 'new' && { row: open })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Card>
  )
}
