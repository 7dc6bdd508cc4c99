import { shownQuestion, subscribeToQuestion } from './confirmation-question.ts'
import { shownProof, subscribeToProof } from './proof.ts'
import { useStore } from './store.ts'

/** Whether a call of this tab waits for the person: for a proof of who they are, or for whether to save. */
export function useAwaitsAnswer(): boolean {
  const proof = useStore(subscribeToProof, shownProof)
  const question = useStore(subscribeToQuestion, shownQuestion)
  return proof !== undefined || question !== undefined
}
