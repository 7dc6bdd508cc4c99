// Proofs of who the person is, which the server asks for before it carries out some calls; ProofHost (features/auth) asks.
import type { CallError } from './call.ts'
import { NotConfirmed } from './confirmation-question.ts'

type Question = { answer: (isProved: boolean) => void }

let question: (Question & { answered: Promise<boolean> }) | undefined
let provedAt = Number.NEGATIVE_INFINITY
const listeners = new Set<() => void>()

/** The question that waits for a proof, and how to learn of another one. */
export const shownProof = (): Question | undefined => question
export function subscribeToProof(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Resolves once the person has proved who they are; at once if that was done after the refused call was sent, by `performance.now()`.
 * Several calls ask once. Rejects with NotConfirmed when the person declines, and with the refusal where no screen can ask.
 */
export async function prove(refusal: CallError, sentAt: number): Promise<void> {
  if (sentAt < provedAt) return
  if (listeners.size === 0) throw refusal
  question ??= ask()
  if (!(await question.answered)) throw new NotConfirmed(refusal.message)
}

function ask() {
  const { promise: answered, resolve } = Promise.withResolvers<boolean>()
  const answer = (isProved: boolean) => {
    if (isProved) provedAt = performance.now()
    show(undefined)
    resolve(isProved)
  }
  const asked = { answer, answered }
  show(asked)
  return asked
}

function show(next: typeof question) {
  question = next
  for (const listener of listeners) listener()
}
