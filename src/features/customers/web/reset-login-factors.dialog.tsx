import { ResetFactorsDialog } from '#features/auth/web/reset-factors.dialog.tsx'
import { readableAddress } from '#shared/email.rules.ts'
import type { PortalLogin } from '../logins.contract.ts'
import { useResetLoginFactors } from './logins.api.ts'

type Props = { customerId: string; login: PortalLogin; onClose: () => void }

/** Resets the second factors of a customer's login (administrators only). */
export function ResetLoginFactorsDialog({ customerId, login: { id, email }, onClose }: Props) {
  const { mutateAsync } = useResetLoginFactors()
  return (
    <ResetFactorsDialog
      who={readableAddress(email)}
      isStaff={false}
      onReset={() => mutateAsync({ id: customerId, userId: id })}
      onClose={onClose}
    />
  )
}
