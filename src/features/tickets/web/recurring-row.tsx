import Pause from 'lucide-react/icons/pause'
import Pencil from 'lucide-react/icons/pencil'
import Play from 'lucide-react/icons/play'
import Trash2 from 'lucide-react/icons/trash'
import { Badge } from '#shared/ui/badge.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import type { Recurring } from '../recurring.contract.ts'
import { frequencyText } from './frequency-text.ts'
import { PriorityBadge } from './priority-badge.tsx'
import { usePauseRecurring, useRemoveRecurring, useRestoreRecurring } from './recurring.api.ts'
import { NOBODY } from './ticket-choices.ts'

type Props = { row: Recurring; mayChange: boolean; onChange: () => void }

export function RecurringRow({ row, mayChange, onChange }: Props) {
  const { title, assignee, priority, isPaused, skipsClosed } = row
  return (
    <li data-row={row.id} className="flex items-start gap-4 py-3 first:pt-0 last:pb-0 max-sm:flex-col max-sm:gap-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{title}</span>
          {priority !== 'normal' && <PriorityBadge priority={priority} />}
          {isPaused && <Badge variant="outline">Pausat</Badge>}
        </p>
        <p className="text-ink-soft text-sm">
          {[frequencyText(row), skipsClosed && 'hoppas över när vi har stängt', assignee?.fullName ?? NOBODY]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className="flex shrink-0 items-center gap-1 max-sm:w-full">
        <p className="mr-3 text-sm tabular-nums max-sm:mr-auto">
          <NextDate row={row} />
        </p>
        {mayChange && <Actions row={row} onChange={onChange} />}
      </div>
    </li>
  )
}

function NextDate({ row: { isPaused, nextOn } }: { row: Recurring }) {
  if (isPaused) return <span className="text-ink-soft">Skapas inte nu</span>
  if (nextOn === null) return <span className="text-ink-soft">Infaller bara när vi har stängt</span>
  return (
    <>
      <span className="text-ink-soft">Nästa</span> {nextOn}
    </>
  )
}

function Actions({ row, onChange }: { row: Recurring; onChange: () => void }) {
  const { pause, remove } = useMoves()
  const { title, isPaused } = row
  return (
    <>
      <IconButton
        icon={isPaused ? Play : Pause}
        label={isPaused ? `Fortsätt med ${title}` : `Pausa ${title}`}
        tooltip={isPaused ? 'Fortsätt' : 'Pausa'}
        onPress={() => void pause(row)}
      />
      <IconButton icon={Pencil} label={`Ändra ${title}`} tooltip="Ändra" onPress={onChange} />
      <IconButton
        icon={Trash2}
        label={`Ta bort ${title}`}
        tooltip="Ta bort"
        tone="danger"
        onPress={() => void remove(row)}
      />
    </>
  )
}

/** Uses mutateAsync, as the removed row's buttons unmount. */
function useMoves() {
  const { mutateAsync: setPaused } = usePauseRecurring()
  const { mutateAsync: takeAway } = useRemoveRecurring()
  const { mutateAsync: putBack } = useRestoreRecurring()
  const pause = ({ id, isPaused }: Recurring) =>
    attempt(
      'Kunde inte spara',
      () => setPaused({ id, isPaused: !isPaused }),
      isPaused ? 'Återkommande ärende fortsätter' : 'Återkommande ärende pausat',
    )
  const restore = (id: string) =>
    attempt('Kunde inte återställa återkommande ärende', () => putBack(id), 'Återkommande ärende återställt')
  const remove = ({ id }: Recurring) =>
    attempt('Kunde inte ta bort återkommande ärende', async () => {
      await takeAway(id)
      const undo = async () => ((await restore(id)) ? id : undefined)
      showToast({ title: 'Återkommande ärende borttaget', tone: 'success', undo })
    })
  return { pause, remove }
}
