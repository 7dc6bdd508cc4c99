import { SetPasswordDialog } from '#features/auth/web/set-password.dialog.tsx'
import type { User } from '../users.contract.ts'
import { useSetUserPassword } from './users.api.ts'

/** Sets another person's password. */
export function UserPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { mutateAsync: setPassword } = useSetUserPassword()
  return (
    <SetPasswordDialog
      title="Byt lösenord"
      who={user.fullName}
      username={user.email}
      hint="Berätta det för personen. Det mejlas inte."
      mustChangeLabel="Måste byta lösenord vid nästa inloggning"
      onSave={(values) => setPassword({ id: user.id, ...values })}
      onClose={onClose}
    />
  )
}
