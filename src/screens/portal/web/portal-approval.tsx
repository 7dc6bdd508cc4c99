import { type RefObject, useState } from 'react'
import type { PortalInvoiceBasisPage } from '#features/billing/invoice-bases.contract.ts'
import { sumToApprove } from '#features/billing/web/invoice-basis-sum.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { attempt } from '#shared/ui/failure-toast.ts'
import { formatDateTime, formatLongDate } from '#shared/ui/format.ts'
import type { Act } from '#shared/ui/line-of-act.ts'
import { useApprove, useWithdrawApproval } from './portal-invoice-bases.api.ts'

type Approval = Pick<
  PortalInvoiceBasisPage,
  'state' | 'isOutdated' | 'approvedAt' | 'approvedName' | 'endedApprovals' | 'silentApprovalOn' | 'rowCount'
>

/** Only a row can be asked about. */
const ifUnclear = ({ rowCount }: Approval) =>
  `Är något oklart: ${rowCount > 0 ? 'fråga om raden' : 'hör av dig till oss'}`

/** Whether the customer has approved, or can approve. */
export function approvalText(basis: Approval) {
  const { state, isOutdated, approvedAt, approvedName, endedApprovals, silentApprovalOn } = basis
  if (isOutdated && state === 'sent')
    return 'Något har ändrats sedan underlaget skickades. Du får ett nytt att godkänna.'
  if (approvedAt && isOutdated && state === 'approved')
    return `Godkänt ${formatDateTime(approvedAt)} av ${approvedName}. Priser har ändrats sedan dess, och vi återkommer om vad som gäller.`
  if (approvedAt) return `Godkänt ${formatDateTime(approvedAt)} av ${approvedName}`
  if (state === 'billed') return 'Underlaget är fakturerat. Det behövde inte godkännas.'
  const ended = endedApprovals.at(-1)
  if (ended?.endedName)
    return `Godkännandet togs tillbaka ${formatDateTime(ended.endedAt)} av ${ended.endedName}. ${ifUnclear(basis)}, eller godkänn igen.`
  const silently =
    silentApprovalOn === null
      ? ''
      : ` Har ingen svarat före ${formatLongDate(silentApprovalOn)} räknas det som godkänt, enligt villkoren.`
  return `Läs raderna och godkänn. ${ifUnclear(basis)}${basis.rowCount > 0 ? ', så svarar vi här' : ''}.${silently}`
}

/** What a basis in the list waits for; undefined for nothing. */
export function awaitedText({ state, isOutdated }: Pick<Approval, 'state' | 'isOutdated'>): string | undefined {
  if (state === 'sent')
    return isOutdated ? 'Något har ändrats. Du får ett nytt att godkänna.' : 'Väntar på att du godkänner'
  if (state === 'approved' && isOutdated) return 'Priser har ändrats sedan det godkändes. Vi återkommer.'
  return undefined
}

type Props = {
  basis: PortalInvoiceBasisPage
  /** Runs an action, after which the line about the approval gets the focus. */
  act: Act
}

export function ApprovalLine({
  basis,
  line,
}: {
  basis: PortalInvoiceBasisPage
  line: RefObject<HTMLParagraphElement | null>
}) {
  const isNotice = basis.isOutdated && (basis.state === 'sent' || basis.state === 'approved')
  return (
    <p
      ref={line}
      tabIndex={-1}
      {...(isNotice && { role: 'status' })}
      className={isNotice ? 'rounded-md border border-accent bg-accent-soft p-3' : 'w-fit rounded-sm text-ink-soft'}
    >
      {approvalText(basis)}
    </p>
  )
}

/** 'Godkänn', with a confirmation, or until it is billed, how to withdraw the approval. */
export function ApprovalButton({ basis, act }: Props) {
  if (basis.state === 'sent' && !basis.isOutdated) return <ApproveButton basis={basis} act={act} />
  if (basis.state === 'approved') return <TakeBackButton basis={basis} act={act} />
  return null
}

function ApproveButton({ basis, act }: Props) {
  const [isAsking, setAsking] = useState(false)
  const approve = useApprove(basis.id)
  const confirm = async () => {
    const send = () => approve.mutateAsync(undefined)
    if (await act(() => attempt('Kunde inte godkänna', send, 'Underlaget är godkänt'))) setAsking(false)
  }
  return (
    <>
      <Button variant="primary" isPending={approve.isPending} pendingText="Godkänner …" onPress={() => setAsking(true)}>
        Godkänn
      </Button>
      {isAsking && (
        <ConfirmDialog
          isOpen
          title={`Godkänn ${sumToApprove(basis)}?`}
          text={<Question basis={basis} />}
          confirmLabel="Godkänn"
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function Question({ basis }: { basis: PortalInvoiceBasisPage }) {
  const unanswered = basis.questions.filter(({ answer }) => answer === null)
  return (
    <>
      {unanswered.map(({ position, question, askedName }) => (
        <p key={position} className="mb-3 rounded-md border border-accent bg-accent-soft p-3 text-ink">
          {askedName} har frågat om post {position} och inte fått svar än: {question}
        </p>
      ))}
      <p>
        Underlaget för {formatMonth(basis.month)}: {sumToApprove(basis)}
        {basis.vatOre !== 0 && ' med moms'}. Du kan ta tillbaka godkännandet tills det är fakturerat.
      </p>
    </>
  )
}

function TakeBackButton({ basis, act }: Props) {
  const withdraw = useWithdrawApproval(basis.id)
  const takeBack = () =>
    act(() =>
      attempt(
        'Kunde inte ta tillbaka godkännandet',
        () => withdraw.mutateAsync(undefined),
        'Godkännandet är tillbakataget',
      ),
    )
  return (
    <Button isPending={withdraw.isPending} onPress={() => void takeBack()}>
      Ta tillbaka godkännandet
    </Button>
  )
}
