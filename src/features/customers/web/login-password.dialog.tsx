import { SetPasswordDialog } from '#features/auth/web/set-password.dialog.tsx'
import { readableAddress } from '#shared/email.rules.ts'
import type { PortalLogin } from '../logins.contract.ts'
import { useSetPassword } from './logins.api.ts'

type Props = { customerId: string; login: PortalLogin; onClose: () => void }

/** Sets a password for a customer's login (administrators only). */
export function LoginPasswordDialog({ customerId, login, onClose }: Props) {
  const { mutateAsync: setPassword } = useSetPassword()
  return (
    <SetPasswordDialog
      title="Nytt lösenord"
      who={readableAddress(login.email)}
      username={login.email}
      hint="Berätta det för kunden. Det mejlas inte."
      mustChangeLabel="Kunden ska välja ett eget vid nästa inloggning"
      onSave={(values) => setPassword({ id: customerId, userId: login.id, ...values })}
      onClose={onClose}
    />
  )
}
