import Link2 from 'lucide-react/icons/link-2'
import { readableAddress } from '#shared/email.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { formatDateTime } from '#shared/ui/format.ts'
import { LinkToCopy } from '#shared/ui/link-to-copy.tsx'
import type { StoredMail } from '../settings.contract.ts'
import { useMakeMailLink } from './settings.api.ts'

/** A stored mail; its link is created on request and shown only once. */
export function StoredMailDialog({ mail, onClose }: { mail: StoredMail; onClose: () => void }) {
  const { to, subject, text, createdAt, hasLink } = mail
  return (
    <Dialog title={subject} isOpen onClose={onClose}>
      <div className="flex flex-col gap-4">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          <dt className="text-ink-soft">Till</dt>
          <dd className="wrap-anywhere">{readableAddress(to)}</dd>
          <dt className="text-ink-soft">Datum</dt>
          <dd>{formatDateTime(createdAt)}</dd>
        </dl>
        <p className="rounded-md border border-line bg-sunken p-4 whitespace-pre-wrap wrap-anywhere">{text.trim()}</p>
        {hasLink && <NewLink id={mail.id} />}
      </div>
    </Dialog>
  )
}

function NewLink({ id }: { id: string }) {
  const { mutate, data, isPending } = useMakeMailLink()
  const make = () =>
    mutate(id, {
      onError: (error) => showFailure('Kunde inte visa länken', error),
    })
  if (data) return <LinkToCopy link={data.link} />
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="max-w-prose flex-1 basis-56 text-ink-soft">
        En ny länk skapas och visas bara en gång. Mottagarens äldre länkar slutar att gälla.
      </p>
      <Button icon={Link2} onPress={make} isPending={isPending} pendingText="Skapar länk">
        Visa länk
      </Button>
    </div>
  )
}
