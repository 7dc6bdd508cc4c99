import { NOBODY } from '#features/tickets/web/ticket-choices.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Dialog, DialogActions, DialogCancel } from '#shared/ui/dialog.tsx'
import type { Enquiry } from '../enquiries.contract.ts'
import type { EnquiryChanges } from './enquiries.api.ts'

type Props = { current: Enquiry; changes: EnquiryChanges; onSave: () => void; onClose: () => void }

/** Shows the version that another user saved beside the rejected change, which can be saved again. */
export function ConflictDialog({ current, changes, onSave, onClose }: Props) {
  return (
    <Dialog title="Hantera förfrågan" isOpen onClose={onClose}>
      <section role="alert" className="rounded-md border border-accent bg-accent-soft p-4">
        <h3 className="font-semibold">Någon annan hann ändra förfrågan. Så här står det nu:</h3>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <Badge variant={current.doneAt ? 'secondary' : 'outline'}>{stateOf(current)}</Badge>
          <span>{current.assignee?.fullName ?? NOBODY}</span>
        </p>
      </section>
      <p className="mt-4">
        Du valde: <strong className="font-semibold">{changeText(changes)}</strong>
      </p>
      <DialogActions>
        <DialogCancel />
        <Button variant="primary" onPress={onSave}>
          Spara mitt val
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function stateOf({ doneAt, isSuspect }: Enquiry): string {
  if (doneAt) return 'Klar'
  return isSuspect ? 'Misstänkt skräp' : 'Öppen'
}

function changeText({ isDone, isSuspect, assignee }: EnquiryChanges): string {
  if (isDone !== undefined) return isDone ? 'Markera klar' : 'Öppna igen'
  if (isSuspect === false) return 'Inte skräp'
  return `Ansvarig: ${assignee?.fullName ?? NOBODY}`
}
