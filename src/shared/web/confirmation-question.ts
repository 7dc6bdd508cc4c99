// The question whether to save a change that concerns more than its form shows: confirmedCall asks, ConfirmationHost shows it.
import type { ToConfirm } from '../confirmation.contract.ts'

type ConfirmationQuestion = ToConfirm & { message: string; answer: (isConfirmed: boolean) => void }

let question: ConfirmationQuestion | undefined
const listeners = new Set<() => void>()

function show(next: ConfirmationQuestion | undefined) {
  question = next
  for (const listener of listeners) listener()
}

/** The question that waits for an answer, and how to learn of another one. */
export const shownQuestion = () => question
export function subscribeToQuestion(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const askToConfirm = (toConfirm: ToConfirm, message: string) =>
  new Promise<boolean>((resolve) => {
    const answer = (isConfirmed: boolean) => {
      show(undefined)
      resolve(isConfirmed)
    }
    show({ ...toConfirm, message, answer })
  })

/** The person saw what the change concerns and did not confirm it. */
export class NotConfirmed extends Error {
  override name = 'NotConfirmed'
}
