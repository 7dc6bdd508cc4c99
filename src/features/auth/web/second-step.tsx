import { type ReactNode, useEffect } from 'react'
import { readableAddress } from '#shared/email.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { FocusPage } from '#shared/ui/focus-page.tsx'
import type { Me } from '../auth.contract.ts'
import { FirstFactor } from './first-factor.tsx'
import { ProofHost } from './proof-host.tsx'
import { ProveFactor } from './prove-factor.tsx'
import { refetchPerson } from './session.ts'
import { endSession } from './sign-out.ts'
import { SubmitButton } from './submit-button.tsx'
import { useSignOut } from './use-sign-out.tsx'

export type SecondStepProps = {
  me: Me
  /** Called with true when the person is adding the first factor and must not be redirected yet, and with false afterwards. */
  onHold: (isHeld: boolean) => void
}

/** The login page after the password: asks for the second factor, or has the person add the first one. */
export function SecondStep({ me, onHold }: SecondStepProps) {
  const { request, isSigningOut, question } = useSignOut(endSession)
  useEffect(() => () => onHold(false), [onHold])
  const signOut = (
    <Button variant="quiet" isPending={isSigningOut} pendingText="Loggar ut..." onPress={() => void request()}>
      Logga ut
    </Button>
  )
  return (
    <>
      {me.needs === 'factor' && me.hasFactor ? (
        <AskForFactor me={me} signOut={signOut} />
      ) : (
        <FirstFactor me={me} signOut={signOut} onHold={onHold} />
      )}
      {question}
      <ProofHost />
    </>
  )
}

const AskForFactor = ({ me, signOut }: { me: Me; signOut: ReactNode }) => (
  <FocusPage
    title="Bekräfta inloggningen"
    lead={
      <>
        Du loggar in som <span className="wrap-anywhere font-semibold text-ink">{readableAddress(me.email)}</span>. Det
        här är det andra steget.
      </>
    }
  >
    <ProveFactor
      onProved={() => void refetchPerson()}
      end={({ others, isPending }) => (
        <>
          <SubmitButton isPending={isPending} pendingText="Bekräftar...">
            Fortsätt
          </SubmitButton>
          <div className="flex flex-col gap-1">
            {others}
            {signOut}
          </div>
        </>
      )}
    />
  </FocusPage>
)
