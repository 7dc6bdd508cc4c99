import { Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { Badge } from '#lib/ui/badge.tsx'
import { IconButton } from '#lib/ui/icon-button.tsx'
import { showToast } from '#lib/ui/toast.tsx'
import { messageOf } from '#lib/web/forms.ts'
import { NOBODY, PriorityBadge } from '#tickets/web/ticket-parts.api.ts'
import type { Recurring } from '../recurring.contract.ts'
import { usePauseRecurring, useRemoveRecurring, useRestoreRecurring } from './recurring.api.ts'
import { rhythmInWords } from './recurring-words.ts'

type Props = { row: Recurring; mayChange: boolean; onChange: () => void }

export function RecurringRow({ row, mayChange, onChange }: Props) {
  const { title, assignee, priority, isPaused, skipsClosed } = row
  return (
    <li className="flex items-start gap-4 py-3 first:pt-0 last:pb-0 max-sm:flex-col max-sm:gap-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{title}</span>
          {priority !== 'normal' && <PriorityBadge priority={priority} />}
          {isPaused && <Badge variant="outline">Pausat</Badge>}
        </p>
        <p className="text-ink-soft text-sm">
          {[rhythmInWords(row), skipsClosed && 'hoppas över när vi har stängt', assignee?.fullName ?? NOBODY]
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

/** mutateAsync, as the removed row's buttons unmount. */
function useMoves() {
  const { mutateAsync: setPaused } = usePauseRecurring()
  const { mutateAsync: takeAway } = useRemoveRecurring()
  const { mutateAsync: putBack } = useRestoreRecurring()
  const tell = async (work: () => Promise<unknown>, done: Parameters<typeof showToast>[0], failed: string) => {
    try {
      await work()
      showToast(done)
    } catch (error) {
      showToast({ title: failed, text: messageOf(error), tone: 'error' })
    }
  }
  const pause = ({ id, isPaused }: Recurring) =>
    tell(
      () => setPaused({ id, isPaused: !isPaused }),
      { title: isPaused ? 'Återkommande ärende fortsätter' : 'Återkommande ärende pausat', tone: 'success' },
      'Kunde inte spara',
    )
  const restore = (id: string) =>
    tell(
      () => putBack(id),
      { title: 'Återkommande ärende återställt', tone: 'success' },
      'Kunde inte återställa återkommande ärende',
    )
  const remove = ({ id }: Recurring) =>
    tell(
      () => takeAway(id),
      {
        title: 'Återkommande ärende borttaget',
        tone: 'success',
        action: { label: 'Ångra', onPress: () => void restore(id) },
      },
      'Kunde inte ta bort återkommande ärende',
    )
  return { pause, remove }
}
