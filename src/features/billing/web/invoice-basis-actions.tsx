import CheckCheck from 'lucide-react/icons/check-check'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Send from 'lucide-react/icons/send'
import Trash2 from 'lucide-react/icons/trash'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useIsAdmin } from '#features/auth/web/me.ts'
import { Button } from '#shared/ui/button.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import type { Act } from '#shared/ui/line-of-act.ts'
import { PdfButton } from '#shared/ui/pdf-button.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'
import { useIdempotencyKey } from '#shared/web/idempotency-key.ts'
import { saveFile } from '#shared/web/save-file.ts'
import { type InvoiceBasis, isUnbilled } from '../invoice-bases.contract.ts'
import { invoiceBasisFileName, invoiceBasisPath, monthPath } from '../invoice-bases.rules.ts'
import { NEEDS_APPROVAL, NOT_ALL_REPORTED, nobodyGetsIt } from '../invoice-basis-refusals.rules.ts'
import { missingText } from '../recipient-texts.rules.ts'
import {
  fetchInvoiceBasisCsv,
  fetchInvoiceBasisPdf,
  useBillInvoiceBasis,
  useCreateInvoiceBasis,
  useRemoveDraft,
  useSendInvoiceBasis,
  useSendInvoiceBasisAgain,
  useWithdrawInvoiceBasis,
} from './invoice-bases.api.ts'
import { reasonKey } from './invoice-basis-recovery.ts'
import { KeepApprovedButton } from './keep-approved.tsx'
import { NoteApprovalButton, WithdrawApprovalButton } from './noted-approval.tsx'

const ReasonDialog = lazyPart(() => import('./reason.dialog.tsx').then((m) => m.ReasonDialog))

/** The actions for an invoice basis in its state; the next step is the primary action. */
export function InvoiceBasisActions({ basis, act }: { basis: InvoiceBasis; act: Act }) {
  const { id, state, isOutdated } = basis
  const isOpen = isUnbilled(state)
  return (
    <>
      <Button icon={Download} onPress={() => void attempt('Kunde inte exportera CSV-fil', () => saveCsv(basis))}>
        Exportera CSV
      </Button>
      <PdfButton name={invoiceBasisFileName(basis, 'pdf')} fetchPdf={() => fetchInvoiceBasisPdf(id)} />
      <Button icon={Printer} onPress={() => openPrint(id)}>
        Skriv ut
      </Button>
      {state === 'draft' && <RemoveButton basis={basis} />}
      <WithdrawButton id={id} isOffered={state === 'billed'} />
      <NoteApprovalButton basis={basis} isOffered={isToNote(basis) && !isOutdated} act={act} />
      <KeepApprovedButton id={id} isOffered={isToKeep(basis)} act={act} />
      {state === 'approved' && basis.approvalNote !== null && <WithdrawApprovalButton id={id} act={act} />}
      {(isOpen || state === 'withdrawn') && <RenewButton basis={basis} />}
      {state === 'draft' && !isOutdated && <SendButton basis={basis} />}
      {state === 'sent' && !isOutdated && basis.undelivered.length > 0 && <SendAgainButton basis={basis} />}
      {isOpen && !isOutdated && <BillButton basis={basis} />}
    </>
  )
}

const isToKeep = ({ state, isOutdated, isUnchecked, isBilledElsewhere }: InvoiceBasis) =>
  state === 'approved' && isOutdated && !isUnchecked && !isBilledElsewhere

/** The customer answered otherwise than in the portal, or cannot be sent it. */
const isToNote = ({ state, needsApproval, addressees }: InvoiceBasis) =>
  state === 'sent' || (state === 'draft' && needsApproval && addressees.length === 0)

async function saveCsv(basis: InvoiceBasis) {
  saveFile(await fetchInvoiceBasisCsv(basis.id), invoiceBasisFileName(basis, 'csv'))
}

/** Must run in the click handler, or the browser blocks it as a pop-up. */
function openPrint(id: string) {
  const opened = window.open(`${invoiceBasisPath(id)}/print`, '_blank')
  if (opened) opened.opener = null
  else
    showToast({
      title: 'Utskriftsfönstret blockerades',
      text: 'Tillåt popup-fönster för den här sidan i webbläsaren och tryck på Skriv ut igen.',
      tone: 'error',
    })
}

/** Creates a new snapshot that replaces this one, or follows it after a withdrawal. */
function RenewButton({ basis: { id, state, isOutdated, customer, month } }: { basis: InvoiceBasis }) {
  const create = useCreateInvoiceBasis()
  const navigate = useNavigate()
  const idempotency = useIdempotencyKey()
  const renew = async () => {
    const body = { customerId: customer.id, month, replaces: state === 'withdrawn' ? null : id }
    const next = await create.mutateAsync({ basis: body, idempotencyKey: idempotency.keyFor(JSON.stringify(body)) })
    await navigate(invoiceBasisPath(next.id), { replace: true })
  }
  return (
    <Button
      icon={RefreshCw}
      variant={isOutdated ? 'primary' : 'secondary'}
      isPending={create.isPending}
      onPress={() => void attempt('Kunde inte skapa underlaget', renew, 'Nytt underlag skapat')}
    >
      Skapa nytt underlag
    </Button>
  )
}

function SendButton({ basis: { id, needsApproval, addressees, isSendingMail } }: { basis: InvoiceBasis }) {
  const send = useSendInvoiceBasis()
  return (
    <Button
      icon={Send}
      variant={needsApproval ? 'primary' : 'secondary'}
      isPending={send.isPending}
      disabledReason={addressees.length === 0 ? nobodyGetsIt(isSendingMail) : undefined}
      onPress={() => void attempt('Kunde inte skicka underlaget', () => send.mutateAsync(id), 'Underlaget är skickat')}
    >
      Skicka till kunden
    </Button>
  )
}

/** After a mail about it came back. */
function SendAgainButton({ basis: { id, addressees, isSendingMail } }: { basis: InvoiceBasis }) {
  const sendAgain = useSendInvoiceBasisAgain()
  return (
    <Button
      icon={Send}
      variant="primary"
      isPending={sendAgain.isPending}
      disabledReason={addressees.length === 0 ? nobodyGetsIt(isSendingMail) : undefined}
      onPress={() =>
        void attempt('Kunde inte skicka underlaget', () => sendAgain.mutateAsync(id), 'Underlaget är skickat igen')
      }
    >
      Skicka igen
    </Button>
  )
}

function BillButton({ basis }: { basis: InvoiceBasis }) {
  const { id, state, needsApproval, unreported, missing, undelivered } = basis
  const bill = useBillInvoiceBasis()
  const reasons = [
    needsApproval && state !== 'approved' && NEEDS_APPROVAL,
    unreported > 0 && NOT_ALL_REPORTED,
    missing !== null && missingText(missing, basis),
  ]
  const isSentFirst = (needsApproval && state === 'draft') || (state === 'sent' && undelivered.length > 0)
  return (
    <Button
      icon={CheckCheck}
      variant={isSentFirst ? 'secondary' : 'primary'}
      isPending={bill.isPending}
      disabledReason={reasons.find((reason) => reason !== false) || undefined}
      onPress={() =>
        void attempt('Kunde inte fakturera underlaget', () => bill.mutateAsync(id), 'Underlaget har fått sitt nummer')
      }
    >
      Fakturera
    </Button>
  )
}

function RemoveButton({ basis: { id, month } }: { basis: InvoiceBasis }) {
  const remove = useRemoveDraft()
  const navigate = useNavigate()
  const press = async () => {
    await remove.mutateAsync(id)
    await navigate(monthPath(month), { replace: true })
  }
  return (
    <Button
      icon={Trash2}
      isPending={remove.isPending}
      onPress={() => void attempt('Kunde inte ta bort utkastet', press, 'Utkastet är borttaget')}
    >
      Ta bort utkast
    </Button>
  )
}

/** Its dialog stays when the button is no longer offered, as those of other reasons do. */
function WithdrawButton({ id, isOffered }: { id: string; isOffered: boolean }) {
  const recoveryKey = reasonKey(id, 'withdrawal')
  const [isOpen, setOpen] = useState(hasFormSnapshot(recoveryKey))
  const withdraw = useWithdrawInvoiceBasis()
  const isAdmin = useIsAdmin()
  return (
    <>
      {isOffered && (
        <Button
          icon={Undo2}
          onPress={() => setOpen(true)}
          disabledReason={isAdmin ? undefined : 'Bara administratörer tar tillbaka underlag'}
        >
          Ta tillbaka
        </Button>
      )}
      {isOpen && (
        <ReasonDialog
          recoveryKey={recoveryKey}
          title="Ta tillbaka underlaget"
          label="Orsak"
          hint="Numret används inte igen. Raderna kan återaktiveras, och ett nytt underlag göras."
          submit="Ta tillbaka"
          done="Underlaget är tillbakataget"
          onSubmit={(text) => withdraw.mutateAsync({ id, text })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
