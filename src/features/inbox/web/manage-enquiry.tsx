import type { ReactNode } from 'react'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { conflictingRow } from '#shared/web/forms.ts'
import { Enquiry } from '../enquiries.contract.ts'
import { type EnquiryChanges, useChangeEnquiry } from './enquiries.api.ts'

const ConflictDialog = lazyPart(() => import('./conflict.dialog.tsx').then((m) => m.ConflictDialog))

type Conflict = { current: Enquiry; changes: EnquiryChanges }

/** Changes an enquiry optimistically. On a conflict a dialog shows the current row beside the rejected change. */
export function useManageEnquiry(id: string): {
  /** Resolves when the server has answered, also on a failure, which is shown as a toast. */
  change: (enquiry: Enquiry, changes: EnquiryChanges) => Promise<void>
  dialog: ReactNode
} {
  const [conflict, setConflict] = useTransitionState<Conflict>()
  const { mutateAsync } = useChangeEnquiry(id)

  const change = async (enquiry: Enquiry, changes: EnquiryChanges) => {
    try {
      await mutateAsync({ enquiry, changes })
      showToast({ title: doneText(changes), tone: 'success' })
    } catch (error) {
      const current = conflictingRow(Enquiry, error)
      if (current) setConflict({ current: current, changes })
      else showFailure('Kunde inte ändra förfrågan', error)
    }
  }
  return {
    change,
    dialog: conflict && (
      <ConflictDialog
        key={conflict.current.version}
        {...conflict}
        onSave={() => {
          void change(conflict.current, conflict.changes)
          setConflict(undefined)
        }}
        onClose={() => setConflict(undefined)}
      />
    ),
  }
}

function doneText({ isDone, isSuspect, assignee }: EnquiryChanges): string {
  if (isDone !== undefined) return isDone ? 'Förfrågan är klar' : 'Förfrågan är öppnad igen'
  if (isSuspect === false) return 'Förfrågan är flyttad till de öppna'
  return assignee ? `${assignee.fullName} är ansvarig` : 'Ingen är ansvarig'
}
