import { useEffect } from 'react'
import type { ToConfirm } from '../confirmation.contract.ts'
import { shownQuestion, subscribeToQuestion } from '../web/confirmation-question.ts'
import { useStore } from '../web/store.ts'
import { ConfirmDialog } from './confirm-dialog.lazy.ts'

/** Asks before a change is saved that concerns more than its form shows. Rendered once, in the frame of the back office. */
export function ConfirmationHost() {
  const question = useStore(subscribeToQuestion, shownQuestion)
  // Whoever leaves the back office has not confirmed.
  useEffect(() => () => shownQuestion()?.answer(false), [])
  if (!question) return null
  const { message, rows, answer } = question
  return (
    <ConfirmDialog
      isOpen
      title="Spara ändå?"
      text={
        <>
          <p className="mb-3">{message}</p>
          <Concerned rows={rows} />
        </>
      }
      confirmLabel="Spara ändå"
      onConfirm={() => answer(true)}
      onClose={() => answer(false)}
    />
  )
}

function Concerned({ rows }: Pick<ToConfirm, 'rows'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the keyboard
    <ul tabIndex={0} className="flex max-h-60 flex-col gap-1 overflow-y-auto rounded-md border border-line p-3 text-sm">
      {rows.map(({ path, text }) => (
        <li key={path} className="min-w-0 text-ink [overflow-wrap:anywhere]">
          {text}
        </li>
      ))}
    </ul>
  )
}
