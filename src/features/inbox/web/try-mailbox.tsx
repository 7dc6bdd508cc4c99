import { useState } from 'react'
import { senderAuthenticationLabels } from '#features/tickets/sender-authentication.contract.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { Dialog, DialogActions, DialogCancel } from '#shared/ui/dialog.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import type { Mailbox, MailboxTrial } from '../mailboxes.contract.ts'
import { outcomeText } from './mail-labels.ts'
import { useTryMailbox } from './mailboxes.api.ts'

/** Signs in to a mailbox and shows the problem, or the outcomes that its last mails would have. */
export function TryMailbox({ mailbox: { id, address } }: { mailbox: Mailbox }) {
  const { mutate, isPending } = useTryMailbox()
  const [trial, setTrial] = useState<MailboxTrial>()
  const run = () =>
    mutate(id, {
      onSuccess: setTrial,
      onError: (error) => showFailure('Kunde inte prova', error),
    })
  return (
    <>
      <Button onPress={run} isPending={isPending} pendingText="Provar...">
        Prova
      </Button>
      <Dialog
        title={`Prov av ${readableAddress(address)}`}
        isOpen={trial !== undefined}
        onClose={() => setTrial(undefined)}
      >
        {trial && <Outcome trial={trial} />}
        <DialogActions>
          <DialogCancel>Stäng</DialogCancel>
        </DialogActions>
      </Dialog>
    </>
  )
}

const plusTexts = {
  found:
    'Ett provmejl till brevlådans adress med ett tillägg (+) kom fram. Svar på ärenden skickas dit, med ärendets nummer.',
  not_found:
    'Ett provmejl till brevlådans adress med ett tillägg (+) har inte kommit fram än. Svar på ärenden skickas till adressen som den är, och hittar till ärendet ändå.',
  not_sent: 'Det gick inte att skicka ett provmejl. Skicka ett testmejl under E-post, där står vad som är fel.',
} as const satisfies Record<NonNullable<MailboxTrial['plus']>, string>

function Outcome({ trial: { problem, plus, mails, total } }: { trial: MailboxTrial }) {
  if (problem !== null) return <p>{problem}</p>
  return (
    <div className="flex flex-col gap-4">
      <p>
        Inloggningen fungerar.{' '}
        {total === 0 ? 'Brevlådan är tom, så det går inte att prova vad mejlen blir ännu.' : triedText(mails, total)}
      </p>
      {plus && <p>{plusTexts[plus]}</p>}
      {mails.length > 0 && (
        <ul className="flex max-h-80 flex-col divide-y divide-line overflow-y-auto">
          {mails.map((mail, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and mails may be alike
            <li key={index} className="min-w-0 py-2 text-sm first:pt-0">
              <TriedMail {...mail} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const TriedMail = ({ from, subject, authentication, expected }: MailboxTrial['mails'][number]) => (
  <>
    <span className="block truncate font-semibold">{from || 'Okänd avsändare'}</span>
    <span className="block truncate">{subject || 'Utan ämne'}</span>
    <span className="block text-ink-soft">
      {expected === null || authentication === null
        ? 'Provas inte: mejlet är för stort eller tog för lång tid.'
        : `${outcomeText(expected)} ${senderAuthenticationLabels[authentication]}.`}
    </span>
  </>
)

function triedText(mails: MailboxTrial['mails'], total: number): string {
  const unauthenticated = mails.filter(({ authentication }) => authentication === 'none').length
  const which =
    mails.length < total
      ? `Tiden räckte till de första ${mails.length} av ${total} mejlen.`
      : `Så här skulle ${total === 1 ? 'det senaste mejlet' : `de senaste ${total} mejlen`} tas emot nu.`
  if (unauthenticated === 0) return which
  return `${which} ${unauthenticated} saknar bevis för avsändaren.`
}
