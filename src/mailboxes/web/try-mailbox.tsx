import { useState } from 'react'
import { Button } from '#lib/ui/button.tsx'
import { Dialog, DialogActions, DialogCancel } from '#lib/ui/dialog.tsx'
import { showFailure } from '#lib/ui/failure-toast.ts'
import { plural } from '#lib/ui/format.ts'
import { type Mailbox, type MailboxTrial, senderProofLabels } from '../mailboxes.contract.ts'
import { useTryMailbox } from './mailboxes.api.ts'

/** Signs in to a mailbox and tells what is missing, or how its last mails prove their senders. */
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
      <Dialog title={`Prov av ${address}`} isOpen={trial !== undefined} onClose={() => setTrial(undefined)}>
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

function Outcome({ trial: { problem, plus, mails } }: { trial: MailboxTrial }) {
  if (problem !== null) return <p>{problem}</p>
  const unproven = mails.filter(({ proof }) => proof === 'none').length
  return (
    <div className="flex flex-col gap-4">
      <p>
        Inloggningen fungerar.{' '}
        {mails.length === 0
          ? 'Brevlådan är tom, så avsändarnas bevis går inte att prova ännu.'
          : proofInWords(mails.length, unproven)}
      </p>
      {plus && <p>{plusTexts[plus]}</p>}
      {mails.length > 0 && (
        <ul className="flex max-h-80 flex-col gap-2 overflow-y-auto">
          {mails.map(({ from, subject, proof }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and mails may be alike
            <li key={index} className="min-w-0 text-sm">
              <span className="block truncate font-semibold">{from || 'Okänd avsändare'}</span>
              <span className="block truncate text-ink-soft">{subject || 'Utan ämne'}</span>
              <span className="block text-ink-soft">{senderProofLabels[proof]}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function proofInWords(count: number, unproven: number): string {
  const all = count === 1 ? 'Det senaste mejlet' : `De senaste ${plural(count, 'mejlet', 'mejlen')}`
  if (unproven === 0) return `${all} har bevis för avsändaren.`
  const missing =
    count === 1 ? `${all} saknar bevis` : `Av de senaste ${plural(count, 'mejlet', 'mejlen')} saknar ${unproven} bevis`
  return `${missing} för avsändaren. Sådana mejl hamnar i Inkorg.`
}
