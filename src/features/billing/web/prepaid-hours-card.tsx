import { useQuery } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { formatKronor } from '#shared/money.rules.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { Button } from '#shared/ui/button.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { formatHours } from '#shared/ui/format.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { type Column, Table } from '#shared/ui/table.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'
import { reached } from '../drawing.rules.ts'
import type { PrepaidHours } from '../prepaid-hours.contract.ts'
import { boughtAgain } from '../prepaid-hours.rules.ts'
import { prepaidHoursKey } from './agreement-recovery.ts'
import { prepaidHoursQuery, useCreatePrepaidHours, useRemovePrepaidHours } from './agreements.api.ts'

const PrepaidHoursDialog = lazyPart(() => import('./prepaid-hours.dialog.tsx').then((m) => m.PrepaidHoursDialog))

const columns: readonly Column<PrepaidHours>[] = [
  { key: 'bought', header: 'Köpt', cell: ({ boughtOn }) => boughtOn, onPhone: 'title', width: 'w-28' },
  { key: 'valid', header: 'Gäller till', cell: ({ validUntil }) => validUntil ?? 'Tills vidare', width: 'w-28' },
  { key: 'state', header: 'Läge', cell: (prepaid) => <State prepaid={prepaid} />, grows: true },
  { key: 'hours', header: 'Timmar', cell: ({ minutes }) => formatHours(minutes), isNumber: true, width: 'w-24' },
  {
    key: 'left',
    header: 'Kvar',
    cell: ({ minutes, usedMinutes }) => formatHours(minutes - usedMinutes),
    isNumber: true,
    width: 'w-24',
  },
  { key: 'price', header: 'Pris', cell: ({ priceOre }) => formatKronor(priceOre), isNumber: true, width: 'w-32' },
]

function State({ prepaid: { minutes, usedMinutes, validUntil } }: { prepaid: PrepaidHours }) {
  const share = reached(usedMinutes, minutes)
  if (share === 100) return <Badge variant="outline">Slut</Badge>
  if (validUntil && validUntil < todayInStockholm()) return <Badge variant="outline">Har gått ut</Badge>
  return share === 80 ? <Badge variant="destructive">Snart slut</Badge> : <Badge variant="secondary">Gäller</Badge>
}

/** Timbank: the prepaid hours of a customer, and what is left of them. */
export function PrepaidHoursCard({ customerId, mayChange }: { customerId: string; mayChange: boolean }) {
  const [isOpen, setOpen] = useTransitionState(hasFormSnapshot(prepaidHoursKey(customerId)))
  const query = useQuery(prepaidHoursQuery(customerId))
  const add = mayChange && (
    <Button size="sm" onPress={() => setOpen(true)}>
      Ny timbank
    </Button>
  )
  return (
    <section aria-labelledby="timbank" className="grid grid-cols-1 gap-3">
      <div className="flex min-h-9 flex-wrap items-end justify-between gap-3">
        <div className="min-w-60 flex-1">
          <h2 id="timbank" className="font-semibold text-md">
            Timbank
          </h2>
          <p className="text-ink-soft">
            Timmar som kunden har köpt i förväg. All registrerad tid är redan avdragen från Kvar, även den som vi inte
            har fakturerat än.
          </p>
        </div>
        {add}
      </div>
      {query.isError && !query.data ? (
        <QueryError title="Kunde inte hämta timbanken" query={query} />
      ) : (
        <Table
          label="Timbank"
          columns={columns}
          rows={query.data}
          rowKey={({ id }) => id}
          stacksBelow="md"
          skeletonRows={1}
          empty={<p className="p-4 text-ink-soft">Kunden har inga köpta timmar.</p>}
          {...(mayChange && {
            actions: (prepaid: PrepaidHours) => <Actions customerId={customerId} prepaid={prepaid} />,
          })}
        />
      )}
      {isOpen && <PrepaidHoursDialog customerId={customerId} onClose={() => setOpen(false)} />}
    </section>
  )
}

function Actions({ customerId, prepaid }: { customerId: string; prepaid: PrepaidHours }) {
  const { mutateAsync: create, isPending } = useCreatePrepaidHours()
  const { mutateAsync: removePrepaidHours } = useRemovePrepaidHours()
  const { id, boughtOn, validUntil, minutes, priceOre, usedMinutes } = prepaid
  const buy = (dates: Pick<PrepaidHours, 'boughtOn' | 'validUntil'>) =>
    create({ id: customerId, prepaid: { minutes, priceOre, ...dates }, idempotencyKey: crypto.randomUUID() })
  const buyAgain = () =>
    attempt('Kunde inte fylla på', async () => {
      await buy(boughtAgain(prepaid, todayInStockholm()))
      showToast({ title: `${formatHours(minutes)} tim påfyllda`, tone: 'success' })
    })
  const restore = async () => {
    let prepaidHours: PrepaidHours[] = []
    await attempt('Kunde inte återställa', async () => {
      prepaidHours = await buy({ boughtOn, validUntil })
    })
    return prepaidHours.find((one) => one.boughtOn === boughtOn && one.minutes === minutes && one.priceOre === priceOre)
      ?.id
  }
  const remove = () =>
    attempt('Kunde inte ta bort timbanken', async () => {
      await removePrepaidHours(id)
      showToast({ title: 'Timbanken är borttagen', tone: 'success', undo: restore })
    })
  return (
    <>
      <Button
        size="sm"
        isPending={isPending}
        accessibleName={`Fyll på ${formatHours(minutes)} tim`}
        onPress={() => void buyAgain()}
      >
        Fyll på
      </Button>
      {usedMinutes === 0 && (
        <IconButton
          icon={Trash2}
          label={`Ta bort timbanken köpt ${boughtOn}`}
          tooltip="Ta bort"
          tone="danger"
          onPress={() => void remove()}
        />
      )}
    </>
  )
}
