import { Button } from '#shared/ui/button.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { formatLongDate } from '#shared/ui/format.ts'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'
import { usePaletteActs } from '#shared/web/palette-acts.ts'
import { Fact } from './fact.tsx'
import { useChangeReminder } from './reminder.api.ts'
import { reminderKey } from './ticket-recovery.ts'

const ReminderDialog = lazyPart(() => import('./reminder.dialog.tsx').then((m) => m.ReminderDialog))

type Props = { ticketId: string; remindOn: string | null }

/** When the user is reminded of the ticket, which until then, or until the customer writes, is not in the own 'Att göra'. */
export function Reminder({ ticketId, remindOn }: Props) {
  const [isOpen, setOpen] = useTransitionState(hasFormSnapshot(reminderKey(ticketId)))
  const { mutateAsync: change } = useChangeReminder(ticketId)
  const remove = () =>
    void attempt('Kunde inte ta bort påminnelsen', () => change({ remindOn: null }), 'Påminnelsen är borttagen')
  usePaletteActs([{ label: 'Påminn mig', target: () => setOpen(true) }])
  return (
    <Fact label="Påminn mig">
      {remindOn ? formatLongDate(remindOn) : 'Ingen påminnelse'}
      <div className="mt-1.5 flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="quiet"
          accessibleName={remindOn ? 'Ändra påminnelsen' : 'Välj dag för påminnelsen'}
          onPress={() => setOpen(true)}
        >
          {remindOn ? 'Ändra' : 'Välj dag'}
        </Button>
        {remindOn && (
          <Button size="sm" variant="quiet" accessibleName="Ta bort påminnelsen" onPress={remove}>
            Ta bort
          </Button>
        )}
      </div>
      {isOpen && <ReminderDialog ticketId={ticketId} remindOn={remindOn} onClose={() => setOpen(false)} />}
    </Fact>
  )
}
