import CalendarClock from 'lucide-react/icons/calendar-clock'
import { useState } from 'react'
import { useIsSendingMail } from '#features/inbox/web/menu-counts.api.ts'
import type { Ticket } from '#features/tickets/tickets.contract.ts'
import type { MailState, Visit } from '#features/tickets/visits.contract.ts'
import { visitText } from '#features/tickets/visits.rules.ts'
import { Fact } from '#features/tickets/web/fact.tsx'
import { SaveCalendar } from '#features/tickets/web/save-calendar.tsx'
import { useStaffName } from '#features/tickets/web/ticket-choices.ts'
import { useCancelVisit } from '#features/tickets/web/visits.api.ts'
import { readableAddresses } from '#shared/email.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { attempt } from '#shared/ui/failure-toast.ts'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { usePaletteActs } from '#shared/web/palette-acts.ts'
import { recoverableVisit } from './visit-recovery.ts'

const VisitDialog = lazyPart(() => import('./visit.dialog.tsx').then((m) => m.VisitDialog))

type Props = { ticket: Ticket; visits: Visit[] }

/** The next visits of a ticket and of those merged into it, and the dialogs that plan, change and cancel them. */
export function TicketVisits({ ticket, visits }: Props) {
  const [opened, setOpened] = useTransitionState<Visit | 'new' | undefined>(recoverableVisit(ticket.id))
  const [cancelled, setCancelled] = useState<Visit>()
  const canPlan = ticket.status !== 'closed'
  usePaletteActs([canPlan && { label: 'Planera besök', target: () => setOpened('new') }])
  return (
    <Fact label="Planerat besök" isWide>
      {visits.length === 0 && 'Inget besök'}
      {visits.length > 0 && (
        <ul className="grid gap-3">
          {visits.map((visit) => (
            <Planned key={visit.id} visit={visit} onChange={setOpened} onCancel={setCancelled} />
          ))}
        </ul>
      )}
      {canPlan && (
        <div className={`print:hidden ${visits.length > 0 ? 'mt-3' : 'mt-1.5'}`}>
          <Button size="sm" icon={CalendarClock} onPress={() => setOpened('new')}>
            Planera besök
          </Button>
        </div>
      )}
      {opened && (
        <VisitDialog ticket={ticket} {...(opened !== 'new' && { row: opened })} onClose={() => setOpened(undefined)} />
      )}
      {cancelled && <CancelVisit visit={cancelled} onClose={() => setCancelled(undefined)} />}
    </Fact>
  )
}

type PlannedProps = { visit: Visit; onChange: (visit: Visit) => void; onCancel: (visit: Visit) => void }

function Planned({ visit, onChange, onCancel }: PlannedProps) {
  const { fromNumber, who, note } = visit
  const text = visitText(visit)
  const isSending = useIsSendingMail()
  const nameOf = useStaffName()
  return (
    <li>
      <span className="font-semibold">{text}</span>
      <span className="block">
        {nameOf(who)}
        {fromNumber !== null && <span className="text-ink-soft"> (planerat i #{fromNumber})</span>}
      </span>
      {note !== null && <span className="block whitespace-pre-wrap [overflow-wrap:anywhere]">{note}</span>}
      {mailTexts(visit, isSending).map((line) => (
        <span key={line} className="block text-ink-soft text-sm [overflow-wrap:anywhere]">
          {line}
        </span>
      ))}
      <div className="mt-1 flex flex-wrap gap-2 print:hidden">
        <Button size="sm" variant="quiet" accessibleName={`Ändra besöket ${text}`} onPress={() => onChange(visit)}>
          Ändra
        </Button>
        <Button size="sm" variant="quiet" accessibleName={`Avboka besöket ${text}`} onPress={() => onCancel(visit)}>
          Avboka
        </Button>
        <SaveCalendar visit={visit} isQuiet />
      </div>
    </li>
  )
}

/** Who has got mail about the visit, and who has not. */
function mailTexts({ mailedTo }: Visit, isSending: boolean): string[] {
  if (!isSending && !mailedTo?.some(({ state }) => state !== 'waiting')) return [NOT_MAILED]
  if (mailedTo === null) return ['Mejlas till kunden strax']
  if (mailedTo.length === 0) return ['Ingen hos kunden får mejl om besöket']
  return Object.entries(mailStates).flatMap(([state, words]) => {
    const addresses = mailedTo.flatMap((mail) => (mail.state === state ? mail.address : []))
    return addresses.length > 0 ? `${words} ${readableAddresses(addresses.join(', '))}` : []
  })
}

const mailStates = {
  sent: 'Mejlat till',
  waiting: 'Mejlas till',
  returned: 'Mejlet kom inte fram till',
} satisfies Record<MailState, string>

const NOT_MAILED = 'Inget mejl går ut: ingen e-postserver är inställd'

function CancelVisit({ visit, onClose }: { visit: Visit; onClose: () => void }) {
  const { mutateAsync: cancel } = useCancelVisit()
  const confirm = async () => {
    await attempt('Kunde inte avboka besöket', () => cancel(visit), 'Besöket är avbokat')
    onClose()
  }
  return (
    <ConfirmDialog
      title="Avboka besöket?"
      text={`${visit.who.fullName}, ${visitText(visit)}. De som har fått mejl om besöket får ett nytt, som tar bort det ur kalendern.`}
      confirmLabel="Avboka besöket"
      cancelLabel="Behåll"
      isDanger
      isOpen
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
