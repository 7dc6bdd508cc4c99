import { lazy, type ReactNode, Suspense, useState } from 'react'
import { showToast } from '#lib/ui/toast.tsx'
import { CallError } from '#lib/web/call.ts'
import { messageOf } from '#lib/web/forms.ts'
import { Enquiry } from '../enquiries.contract.ts'
import { useChangeEnquiry, type Wish } from './enquiries.api.ts'

const ConflictDialog = lazy(() => import('./conflict.dialog.tsx').then((m) => ({ default: m.ConflictDialog })))

type Conflict = { standing: Enquiry; wish: Wish }

/** Changes an enquiry at once. When somebody else was first, what stands now is shown beside what was chosen. */
export function useManageEnquiry(id: string): {
  change: (enquiry: Enquiry, wish: Wish) => void
  dialog: ReactNode
} {
  const [conflict, setConflict] = useState<Conflict>()
  const { mutateAsync } = useChangeEnquiry(id)

  const change = (enquiry: Enquiry, wish: Wish) => {
    mutateAsync({ enquiry, wish }).then(
      () => showToast({ title: doneText(wish), tone: 'success' }),
      (error: unknown) => {
        const standing =
          error instanceof CallError && error.code === 'conflict' ? Enquiry.safeParse(error.current) : undefined
        if (standing?.success) setConflict({ standing: standing.data, wish })
        else showToast({ title: 'Kunde inte ändra förfrågan', text: messageOf(error), tone: 'error' })
      },
    )
  }
  return {
    change,
    dialog: conflict && (
      <Suspense fallback={null}>
        <ConflictDialog
          key={conflict.standing.version}
          {...conflict}
          onSave={() => {
            change(conflict.standing, conflict.wish)
            setConflict(undefined)
          }}
          onClose={() => setConflict(undefined)}
        />
      </Suspense>
    ),
  }
}

function doneText({ isDone, isSuspect, assignee }: Wish): string {
  if (isDone !== undefined) return isDone ? 'Förfrågan är klar' : 'Förfrågan är öppnad igen'
  if (isSuspect === false) return 'Förfrågan är flyttad till de öppna'
  return assignee ? `${assignee.fullName} är ansvarig` : 'Ingen är ansvarig'
}
