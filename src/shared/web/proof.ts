// Proofs of who the person is, which the server asks for before it carries out some calls; ProofHost (features/auth) asks.
import { LEVEL_NEEDED, PROOF_NEEDED } from '../contract.ts'
import type { CallError } from './call.ts'
import { NotConfirmed } from './confirmation-question.ts'

type Question = {
  /** Whether only a second factor will do, of which this tab may not have heard. */
  needsFactor: boolean
  answer: (isProved: boolean) => void
}

let question: (Question & { answered: Promise<boolean> }) | undefined
let provedAt = Number.NEGATIVE_INFINITY
const listeners = new Set<() => void>()

/** Whether a call with this refusal is carried out once the person has proved who they are. */
export const isProofNeeded = ({ code }: CallError) => code === PROOF_NEEDED || code === LEVEL_NEEDED

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
  question ??= ask(refusal.code === LEVEL_NEEDED)
  if (!(await question.answered)) throw new NotConfirmed(refusal.message)
}

function ask(needsFactor: boolean) {
  const { promise: answered, resolve } = Promise.withResolvers<boolean>()
  const answer = (isProved: boolean) => {
    if (isProved) provedAt = performance.now()
    show(undefined)
    resolve(isProved)
  }
  const asked = { needsFactor, answer, answered }
  show(asked)
  return asked
}

function show(next: typeof question) {
  question = next
  for (const listener of listeners) listener()
}
