import { useState } from 'react'
import { useIsAdmin } from '#features/auth/web/me.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import type { Act } from '#shared/ui/line-of-act.ts'
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'
import type { InvoiceBasis } from '../invoice-bases.contract.ts'
import { useApproveInvoiceBasis, useWithdrawApproval } from './invoice-bases.api.ts'
import { reasonKey } from './invoice-basis-recovery.ts'
import { sumToApprove } from './invoice-basis-sum.ts'

const ReasonDialog = lazyPart(() => import('./reason.dialog.tsx').then((m) => m.ReasonDialog))

type Props = { basis: InvoiceBasis; isOffered: boolean; act: Act }

/** Records an approval that the customer gave outside the portal. The dialog stays with its text when that is no longer offered. */
export function NoteApprovalButton({ basis, isOffered, act }: Props) {
  const recoveryKey = reasonKey(basis.id, 'approval')
  const [isOpen, setOpen] = useState(hasFormSnapshot(recoveryKey))
  const approve = useApproveInvoiceBasis()
  const isAdmin = useIsAdmin()
  return (
    <>
      {isOffered && (
        <Button
          onPress={() => setOpen(true)}
          disabledReason={isAdmin ? undefined : 'Bara administratörer noterar ett godkännande'}
        >
          Notera godkännande
        </Button>
      )}
      {isOpen && (
        <ReasonDialog
          recoveryKey={recoveryKey}
          title="Notera godkännande"
          text={`${basis.customer.name} har godkänt ${sumToApprove(basis)} för ${formatMonth(basis.month)}.`}
          label="Hur kunden har godkänt"
          hint="Till exempel: per telefon av Anna Berg 3 december"
          submit="Notera"
          done="Godkännandet är noterat"
          onSubmit={(note) => act(() => approve.mutateAsync({ id: basis.id, text: note }))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

export function WithdrawApprovalButton({ id, act }: { id: string; act: Act }) {
  const withdraw = useWithdrawApproval()
  const isAdmin = useIsAdmin()
  const takeBack = () =>
    act(() =>
      attempt('Kunde inte ta tillbaka godkännandet', () => withdraw.mutateAsync(id), 'Godkännandet är tillbakataget'),
    )
  return (
    <Button
      isPending={withdraw.isPending}
      onPress={() => void takeBack()}
      disabledReason={isAdmin ? undefined : 'Bara administratörer tar tillbaka ett godkännande'}
    >
      Ta tillbaka godkännandet
    </Button>
  )
}
