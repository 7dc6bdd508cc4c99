import { type ReactNode, useState } from 'react'
import { Button } from '#shared/ui/button.tsx'
import { FocusPage } from '#shared/ui/focus-page.tsx'
import type { Me } from '../auth.contract.ts'
import { AddAuthenticator } from './add-authenticator.tsx'
import { FirstPasskey } from './first-passkey.tsx'
import { hasPasskeys } from './has-passkeys.ts'
import { NewRecoveryCodes, RECOVERY_LEAD } from './recovery-codes.tsx'
import { SubmitButton } from './submit-button.tsx'

type Props = {
  me: Me
  signOut: ReactNode
  /** Called with true when the person must not be redirected yet although the factor may be added, and with false afterwards. */
  onHold: (isHeld: boolean) => void
}

/** Staff who must have a second factor and have none add it here, and save recovery codes, before they go on. */
export function FirstFactor({ me, signOut, onHold }: Props) {
  const [isAdded, setAdded] = useState(false)
  const added = () => setAdded(true)
  if (isAdded)
    return (
      <FocusPage title="Spara dina reservkoder" lead={RECOVERY_LEAD}>
        <NewRecoveryCodes
          email={me.email}
          end={(unsaved) => (
            <Button variant="primary" size="lg" isFull disabledReason={unsaved} onPress={() => onHold(false)}>
              Fortsätt
            </Button>
          )}
        />
      </FocusPage>
    )
  return (
    <FocusPage
      title="Lägg till ett andra steg"
      lead={`${me.organization ?? 'Företaget'} kräver tvåstegsinloggning. Det tar ett par minuter att lägga till, och sedan kan du fortsätta.`}
    >
      <AddAuthenticator
        name="Autentiseringsapp"
        onVerifying={onHold}
        onAdded={added}
        end={({ label, ...pending }) => (
          <>
            <SubmitButton {...pending}>{label}</SubmitButton>
            <div className="flex flex-col gap-1">
              {hasPasskeys() && <FirstPasskey onAdding={onHold} onAdded={added} />}
              {signOut}
            </div>
          </>
        )}
      />
    </FocusPage>
  )
}
