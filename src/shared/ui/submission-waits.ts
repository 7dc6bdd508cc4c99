import { createContext, useContext, useEffect, useEffectEvent, useState } from 'react'

/** Undefined when the field is ready; otherwise resolves to whether the submission may go on. */
type Wait = () => Promise<boolean> | undefined

/** The waits of a form's fields, to be awaited before it is submitted. */
export const SubmissionWaits = createContext<Set<Wait> | undefined>(undefined)

/** Makes the form around a field wait for the field. */
export function useSubmissionWait(wait: Wait) {
  const waits = useContext(SubmissionWaits)
  const current = useEffectEvent(wait)
  useEffect(() => {
    const ask = () => current()
    waits?.add(ask)
    return () => void waits?.delete(ask)
  }, [waits])
}

/** The waits of a form, and a function that submits after them, in the same task when there are none. */
export function useSubmissionWaits() {
  const [waits] = useState(() => new Set<Wait>())
  const afterWaits = (submit: () => Promise<unknown>): Promise<unknown> => {
    const waited = [...waits].flatMap((wait) => wait() ?? [])
    if (waited.length === 0) return submit()
    return Promise.all(waited).then((answers) => (answers.every(Boolean) ? submit() : undefined))
  }
  return { waits, afterWaits }
}
