import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { attempt } from '#shared/ui/failure-toast.ts'

type Props = {
  /** The person, by name or address. */
  who: string
  /** A member of staff, whose API keys are on hold while a required second factor is missing. */
  isStaff: boolean
  onReset: () => Promise<unknown>
  onClose: () => void
}

/** An administrator removes the second factors of somebody who has lost them, after a question that says what follows. */
export function ResetFactorsDialog({ who, isStaff, onReset, onClose }: Props) {
  const confirm = () =>
    attempt('Kunde inte återställa tvåstegsinloggningen', onReset, 'Tvåstegsinloggningen är återställd').then(onClose)
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title="Återställa tvåstegsinloggningen?"
      text={
        <>
          <p>
            Gör det bara när du vet att det är {who} som ber om det. Appar, passkeys och reservkoder tas bort, och {who}{' '}
            loggas ut överallt. Sedan räcker lösenordet för att logga in, tills ett nytt andra steg är tillagt.
          </p>
          {isStaff && (
            <p className="mt-2">
              Om tvåstegsinloggning krävs av personalen är också personens API-nycklar stängda tills dess.
            </p>
          )}
          <p className="mt-2">Ni får varsitt mejl om det, och det syns bland inloggningarna under Säkerhet.</p>
        </>
      }
      confirmLabel="Återställ"
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
