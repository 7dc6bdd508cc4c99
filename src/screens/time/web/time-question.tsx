import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { CallError } from '#shared/web/call.ts'

type Question = { text: string; answer: (isYes: boolean) => void }

/**
 * `ask` calls `save(true)`; when the server refuses with a question (an overlap, a long day), it shows the question and
 * calls `save(false)` if the user confirms. Resolves to undefined if the user declines or leaves the screen. Render
 * `question` beside the form.
 */
export function useTimeQuestion(): {
  ask: <Saved>(save: (asks: boolean) => Promise<Saved>) => Promise<{ saved: Saved } | undefined>
  question: ReactNode
} {
  const [asked, setAsked] = useState<Question>()
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  useEffect(() => () => asked?.answer(false), [asked])
  const ask = async <Saved,>(save: (asks: boolean) => Promise<Saved>) => {
    try {
      return { saved: await save(true) }
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'time_question') throw error
      if (isLeft.current) return undefined
      const isYes = await new Promise<boolean>((answer) => setAsked({ text: error.message, answer }))
      setAsked(undefined)
      return isYes ? { saved: await save(false) } : undefined
    }
  }
  return { ask, question: asked && <TimeQuestion {...asked} /> }
}

const TimeQuestion = ({ text, answer }: Question) => (
  <ConfirmDialog
    isOpen
    title="Spara ändå?"
    text={text}
    confirmLabel="Spara"
    cancelLabel="Ändra tiden"
    onConfirm={() => answer(true)}
    onClose={() => answer(false)}
  />
)
