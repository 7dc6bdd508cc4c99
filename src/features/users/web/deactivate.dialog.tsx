import type { ComponentType } from 'react'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { attempt } from '#shared/ui/failure-toast.ts'
import type { User } from '../users.contract.ts'
import { useDeactivate } from './users.api.ts'

export type RemainingPart = ComponentType<{ userId: string }>

type Props = { user: User; Remaining: RemainingPart; onClose: () => void }

/** Disables a login after a confirmation. */
export function DeactivateDialog({ user: { id, fullName }, Remaining, onClose }: Props) {
  const { mutateAsync: deactivate } = useDeactivate()
  const confirm = async () => {
    await attempt('Kunde inte inaktivera användaren', () => deactivate({ id }), 'Användare inaktiverad')
    onClose()
  }
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={`Inaktivera ${fullName}`}
      text={
        <>
          <p>{fullName} loggas ut direkt och kommer inte in igen förrän en administratör aktiverar inloggningen.</p>
          <p className="mt-2">
            Tid, ärenden och planerade besök finns kvar. Ärenden som personen ansvarar för byter inte ansvarig.
          </p>
          <Remaining userId={id} />
        </>
      }
      confirmLabel="Inaktivera"
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
