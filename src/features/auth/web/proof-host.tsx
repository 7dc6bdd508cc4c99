import { useEffect } from 'react'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { shownProof, subscribeToProof } from '#shared/web/proof.ts'
import { useStore } from '#shared/web/store.ts'

const ProofDialog = lazyPart(() => import('./proof.dialog.tsx').then((m) => m.ProofDialog))

/** Asks who the person is before the server carries out what they did. Rendered once, around the screens of a session. */
export function ProofHost() {
  const question = useStore(subscribeToProof, shownProof)
  // Whoever leaves the screens has declined.
  useEffect(() => () => shownProof()?.answer(false), [])
  return question ? <ProofDialog question={question} /> : null
}
