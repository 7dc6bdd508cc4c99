import { ResetFactorsDialog } from '#features/auth/web/reset-factors.dialog.tsx'
import type { User } from '../users.contract.ts'
import { useResetUserFactors } from './users.api.ts'

type Props = { user: User; onClose: () => void }

export function ResetUserFactorsDialog({ user: { id, fullName }, onClose }: Props) {
  const { mutateAsync } = useResetUserFactors()
  return <ResetFactorsDialog who={fullName} isStaff onReset={() => mutateAsync({ id })} onClose={onClose} />
}
