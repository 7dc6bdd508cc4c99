import { useSyncExternalStore } from 'react'
import { shownQuestion, subscribeToQuestion } from './confirmation-question.ts'
import { shownProof, subscribeToProof } from './proof.ts'

/** Whether a call of this tab waits for the person: for a proof of who they are, or for whether to save. */
export function useAwaitsAnswer(): boolean {
  const proof = useSyncExternalStore(subscribeToProof, shownProof)
  const question = useSyncExternalStore(subscribeToQuestion, shownQuestion)
  return proof !== undefined || question !== undefined
}
