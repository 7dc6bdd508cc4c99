import { Badge } from '#lib/ui/badge.tsx'
import { Button } from '#lib/ui/button.tsx'
import { Dialog, DialogActions } from '#lib/ui/dialog.tsx'
import { NOBODY } from '#tickets/web/ticket-parts.api.ts'
import type { Enquiry } from '../enquiries.contract.ts'
import type { Wish } from './enquiries.api.ts'

type Props = { standing: Enquiry; wish: Wish; onSave: () => void; onClose: () => void }

/** What somebody else made of an enquiry beside what was chosen; saving is a choice made with both in sight. */
export function ConflictDialog({ standing, wish, onSave, onClose }: Props) {
  return (
    <Dialog title="Hantera förfrågan" isOpen onClose={onClose}>
      <section role="alert" className="rounded-md border border-accent bg-accent-soft p-4">
        <h3 className="font-semibold">Någon annan hann ändra förfrågan. Så här står det nu:</h3>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <Badge variant={standing.doneAt ? 'secondary' : 'outline'}>{stateOf(standing)}</Badge>
          <span>{standing.assignee?.fullName ?? NOBODY}</span>
        </p>
      </section>
      <p className="mt-4">
        Du valde: <strong className="font-semibold">{wishText(wish)}</strong>
      </p>
      <DialogActions>
        <Button onPress={onClose}>Avbryt</Button>
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

function wishText({ isDone, isSuspect, assignee }: Wish): string {
  if (isDone !== undefined) return isDone ? 'Markera klar' : 'Öppna igen'
  if (isSuspect === false) return 'Inte skräp'
  return `Ansvarig: ${assignee?.fullName ?? NOBODY}`
}
