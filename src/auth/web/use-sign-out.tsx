import { type ReactNode, useState } from 'react'
import { lazyPart } from '#lib/ui/lazy-part.tsx'
import { wouldLoseDrafts } from '#lib/web/draft.ts'
import { signOut } from './sign-out.ts'

const ConfirmDialog = lazyPart(() => import('#lib/ui/confirm-dialog.tsx').then((m) => m.ConfirmDialog))

type SignOut = { start: () => void; isPending: boolean; question: ReactNode }

/** Signs out, and asks first when something that was written would be lost. */
export function useSignOut(): SignOut {
  const [state, setState] = useState<'idle' | 'asking' | 'running'>('idle')
  const start = async () => {
    setState('running')
    if (await wouldLoseDrafts()) setState('asking')
    else await signOut()
  }
  return {
    start: () => void start(),
    isPending: state === 'running',
    question: state === 'asking' && (
      <ConfirmDialog
        isOpen
        title="Logga ut utan att spara?"
        text="Det du har skrivit är inte sparat, och tas bort från den här enheten."
        confirmLabel="Logga ut"
        cancelLabel="Stanna kvar"
        isDanger
        onConfirm={() => void signOut()}
        onClose={() => setState('idle')}
      />
    ),
  }
}
