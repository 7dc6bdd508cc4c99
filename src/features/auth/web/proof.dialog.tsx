import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#shared/ui/button.tsx'
import { Dialog, DialogActions, DialogCancel } from '#shared/ui/dialog.tsx'
import type { shownProof } from '#shared/web/proof.ts'
import { useMeQuery } from './me.ts'
import { ProveFactor } from './prove-factor.tsx'
import { ProvePassword } from './prove-password.tsx'
import { refetchPerson } from './session.ts'

type Props = { question: NonNullable<ReturnType<typeof shownProof>> }

/** Asks who the person is before something that needs a recent proof; afterwards it is carried out by itself. */
export function ProofDialog({ question: { needsFactor, answer } }: Props) {
  const { data: me } = useMeQuery()
  const proved = () => answer(true)
  // Another tab may have added the first factor, or removed the last one.
  useEffect(() => {
    if (!needsFactor) void refetchPerson()
  }, [needsFactor])
  if (!me) return null
  return (
    <Dialog title="Bekräfta att det är du" isOpen onClose={() => answer(false)}>
      <FocusedFields>
        <p className="text-base text-ink-soft">
          Det du vill göra är känsligt, så vi frågar en gång till. Sedan fortsätter det du höll på med.
        </p>
        {needsFactor || me.hasFactor ? (
          <ProveFactor onProved={proved} end={({ others, isPending }) => <End isPending={isPending}>{others}</End>} />
        ) : (
          <ProvePassword email={me.email} onProved={proved} end={(isPending) => <End isPending={isPending} />} />
        )}
      </FocusedFields>
    </Dialog>
  )
}

/** Over another dialog, whose focus scope takes the focus back from a field that is focused while it is rendered. */
function FocusedFields({ children }: { children: ReactNode }) {
  const inside = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      inside.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div ref={inside} className="flex flex-col gap-4">
      {children}
    </div>
  )
}

const End = ({ isPending, children }: { isPending: boolean; children?: ReactNode }) => (
  <>
    {children && <div className="-mx-3.5 flex flex-wrap gap-1 max-sm:mx-0">{children}</div>}
    <DialogActions>
      <DialogCancel />
      <Button type="submit" variant="primary" isPending={isPending} pendingText="Bekräftar...">
        Bekräfta
      </Button>
    </DialogActions>
  </>
)
