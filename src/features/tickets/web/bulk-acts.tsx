import Hand from 'lucide-react/icons/hand'
import X from 'lucide-react/icons/x'
import { useMe } from '#features/auth/web/me.ts'
import { plural } from '#shared/plural.rules.ts'
import { ActionMenu } from '#shared/ui/action-menu.tsx'
import { Button } from '#shared/ui/button.tsx'
import { focusRow } from '#shared/ui/lost-focus.ts'
import type { TableSelection } from '#shared/ui/table-selection.ts'
import { useToastsAtTop } from '#shared/ui/toast.tsx'
import { useShortcut } from '#shared/web/shortcut.ts'
import { BULK_MAX, TOO_MANY } from '../bulk.contract.ts'
import { statuses, statusLabels, type TicketRow, type TicketStatus } from '../tickets.contract.ts'
import { type BulkAct, useBulkChange } from './bulk.api.ts'
import { NOBODY, useStaff } from './ticket-choices.ts'

const doneByStatus = {
  open: ['öppnat', 'öppnade'],
  in_progress: ['pågår', 'pågår'],
  resolved: ['löst', 'lösta'],
  closed: ['stängt', 'stängda'],
} as const satisfies Record<TicketStatus, BulkAct['done']>

type Props = { selection: TableSelection; chosen: readonly TicketRow[] }

/** Acts on the selected tickets: take, assign, status. */
export function BulkActs({ selection, chosen }: Props) {
  useToastsAtTop()
  const { change, isPending } = useBulkChange()
  const first = chosen[0]?.id
  const clear = () => {
    selection.clear()
    focusRow(first)
  }
  const act = async (fields: BulkAct['change'], done: BulkAct['done']) => {
    if (await change({ tickets: chosen, change: fields, done })) clear()
  }
  const disabledReason = isPending ? 'Ändrar …' : reasonOf(chosen.length)
  return (
    <section
      aria-label="Markerade ärenden"
      className="sticky bottom-4 z-5 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-md border border-line-strong bg-raised p-2 shadow-high max-sm:bottom-[calc(4rem+env(safe-area-inset-bottom))] max-sm:w-full print:hidden"
    >
      <p role="status" className="px-2 font-semibold tabular-nums">
        {plural(chosen.length, 'vald', 'valda')}
        {chosen.length > BULK_MAX && <span className="font-normal text-ink-soft">. {TOO_MANY}</span>}
      </p>
      <div className="flex gap-2 max-sm:order-last max-sm:w-full max-sm:*:grow">
        <TakeButton onAct={act} disabledReason={disabledReason} />
        <AssignMenu onAct={act} disabledReason={disabledReason} />
        <ActionMenu
          label="Status för de markerade"
          text="Status…"
          shortcut="s"
          disabledReason={disabledReason}
          actions={statuses.map((status) => ({
            label: statusLabels[status],
            onPress: () => void act({ status }, doneByStatus[status]),
          }))}
        />
      </div>
      <span className="max-sm:ml-auto">
        <Button size="sm" variant="quiet" icon={X} onPress={clear}>
          Avmarkera
        </Button>
      </span>
    </section>
  )
}

function reasonOf(count: number) {
  if (count === 0) return 'Markera ärenden först'
  return count > BULK_MAX ? TOO_MANY : undefined
}

type ActProps = {
  onAct: (change: BulkAct['change'], done: BulkAct['done']) => Promise<void>
  disabledReason: string | undefined
}

function TakeButton({ onAct, disabledReason }: ActProps) {
  const { userId } = useMe()
  const take = () => void onAct({ assignedTo: userId }, ['är ditt', 'är dina'])
  useShortcut('t', disabledReason ? undefined : take)
  return (
    <Button size="sm" icon={Hand} onPress={take} disabledReason={disabledReason}>
      Ta
    </Button>
  )
}

function AssignMenu({ onAct, disabledReason }: ActProps) {
  const { choices } = useStaff()
  return (
    <ActionMenu
      label="Tilldela de markerade"
      text="Tilldela…"
      disabledReason={disabledReason}
      actions={[
        {
          label: NOBODY,
          onPress: () => void onAct({ assignedTo: null }, ['utan ansvarig', 'utan ansvarig']),
        },
        ...choices.map(({ value, label }) => ({
          label,
          onPress: () => void onAct({ assignedTo: value }, [`tilldelat ${label}`, `tilldelade ${label}`]),
        })),
      ]}
    />
  )
}
