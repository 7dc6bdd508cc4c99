import { type ReactNode, useState } from 'react'
import { elapsedMinutes, endsNextDay, LONG_MINUTES, type Span } from '#features/time/time.rules.ts'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { formatHours } from '#shared/ui/format.ts'

type Question = { span: Span; minutes: number; answer: (isYes: boolean) => void }

/**
 * `confirm` asks before an entry longer than LONG_MINUTES is saved, as it is most often a typing error; it resolves to
 * true at once for shorter ones and for an unchanged length. Render `question` beside the form.
 */
export function useLongTimeQuestion(savedMinutes?: number): {
  confirm: (span: Span) => Promise<boolean>
  question: ReactNode
} {
  const [asked, setAsked] = useState<Question>()
  const confirm = async (span: Span) => {
    const minutes = elapsedMinutes(span) ?? 0
    if (minutes <= LONG_MINUTES || minutes === savedMinutes) return true
    return new Promise<boolean>((resolve) => {
      const answer = (isYes: boolean) => {
        setAsked(undefined)
        resolve(isYes)
      }
      setAsked({ span, minutes, answer })
    })
  }
  return { confirm, question: asked && <LongTimeDialog {...asked} /> }
}

function LongTimeDialog({ span, minutes, answer }: Question) {
  const { timeFrom, timeTo } = span
  return (
    <ConfirmDialog
      isOpen
      title={`Spara ${formatHours(minutes).replace(/,?0+$/, '')} timmar?`}
      text={`Du har skrivit ${timeFrom} till ${timeTo}${endsNextDay(span) ? ' nästa dag' : ''}.`}
      confirmLabel="Spara"
      cancelLabel="Ändra tiderna"
      onConfirm={() => answer(true)}
      onClose={() => answer(false)}
    />
  )
}
