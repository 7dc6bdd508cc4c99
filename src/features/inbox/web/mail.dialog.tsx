import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { type ReactNode, useState } from 'react'
import { senderAuthenticationLabels } from '#features/tickets/sender-authentication.contract.ts'
import { formatBytes } from '#shared/bytes.rules.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { Dialog, DialogActions, DialogCancel } from '#shared/ui/dialog.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { formatDate, formatDateTime } from '#shared/ui/format.ts'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { saveFile } from '#shared/web/save-file.ts'
import { type IncomingMail, SHOWN_SOURCE_BYTES } from '../incoming-mail.contract.ts'
import { leftOutFiles } from '../left-out-files.rules.ts'
import { fetchOriginal, incomingMailQuery } from './incoming-mail.api.ts'
import { remarkLabels } from './mail-labels.ts'
import { OfferedPeople } from './offered-people.tsx'

type Props = { id: string; onClose: () => void }

/** A received mail: sender, authentication, files, whole text and source. */
export function MailDialog({ id, onClose }: Props) {
  const query = useQuery(incomingMailQuery(id))
  const mail = query.data
  return (
    <Dialog title="Mejlet" isOpen onClose={onClose}>
      {mail ? (
        <Content mail={mail} />
      ) : query.isError ? (
        <QueryError title="Kunde inte hämta mejlet" query={query} />
      ) : (
        <Skeleton className="h-60" />
      )}
      <DialogActions>
        <DialogCancel>Stäng</DialogCancel>
        {mail?.original && <SaveOriginal mail={mail} />}
      </DialogActions>
    </Dialog>
  )
}

function Content({ mail }: { mail: IncomingMail }) {
  const { from, subject, receivedAt, authentication, remarks, attachments, original } = mail
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
        <Line label="Från">{labelOf(from)}</Line>
        {original?.sender && <Line label="Skickat av">{labelOf(original.sender)}</Line>}
        {original && original.replyTo.length > 0 && (
          <Line label="Svar till">{original.replyTo.map(labelOf).join(', ')}</Line>
        )}
        <Line label="Kontroll">{senderAuthenticationLabels[authentication]}</Line>
        {original && <Line label="Till">{original.to.map(labelOf).join(', ') || '-'}</Line>}
        {original && original.cc.length > 0 && <Line label="Kopia">{original.cc.map(labelOf).join(', ')}</Line>}
        <Line label="Ämne">{subject || 'Utan ämne'}</Line>
        <Line label="Mottaget">{formatDateTime(receivedAt)}</Line>
        {original?.date && <Line label="Skrivet">{formatDateTime(original.date)}</Line>}
      </dl>
      {remarks.map((remark) => (
        <p key={remark} className="text-sm text-ink-soft">
          {remarkLabels[remark]}
        </p>
      ))}
      <Files attachments={attachments} />
      {mail.offered.length > 0 && <OfferedPeople mail={mail} />}
      {original ? <Original original={original} /> : <p>Originalet är borttaget. Det sparas en begränsad tid.</p>}
    </div>
  )
}

const labelOf = ({ name, address: stored }: { name: string; address: string | null }) => {
  if (stored === null) return name || 'Okänd avsändare'
  const address = readableAddress(stored)
  return name && name !== address ? `${name} <${address}>` : address
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="contents">
    <dt className="text-ink-soft">{label}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
)

const Files = ({ attachments }: Pick<IncomingMail, 'attachments'>) =>
  attachments.length > 0 && (
    <ul aria-label="Filer i mejlet" className="flex flex-col gap-1 text-sm">
      {attachments.map(({ name, bytes, outcome }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and files may be alike
        <li key={index} className="[overflow-wrap:anywhere]">
          {name} <span className="text-ink-soft">{formatBytes(bytes)}</span>
          {outcome !== 'stored' && <span className="block text-ink-soft">{leftOutFiles[outcome].toStaff}</span>}
        </li>
      ))}
    </ul>
  )

function Original({ original }: { original: NonNullable<IncomingMail['original']> }) {
  const { text, source, bytes, storedUntil } = original
  const isCut = bytes > SHOWN_SOURCE_BYTES
  return (
    <>
      <p className="whitespace-pre-wrap">{text || 'Mejlet har ingen text.'}</p>
      <Folded title={isCut ? `Källtext, de första ${formatBytes(SHOWN_SOURCE_BYTES)}` : 'Källtext'}>
        <pre className="max-h-80 overflow-auto rounded-sm bg-sunken p-3 text-xs">{source}</pre>
      </Folded>
      <p className="text-sm text-ink-soft">
        {storedUntil === null
          ? 'Originalet sparas så länge ärendet finns: alla filer är inte sparade för sig.'
          : `Originalet sparas till ${formatDate(storedUntil)}.`}
      </p>
    </>
  )
}

const Folded = ({ title, children }: { title: string; children: ReactNode }) => (
  <details>
    <summary className="cursor-pointer py-1 font-medium text-sm">{title}</summary>
    <div className="mt-1">{children}</div>
  </details>
)

function SaveOriginal({ mail: { id, receivedAt } }: { mail: IncomingMail }) {
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      saveFile(await fetchOriginal(id), `Mejl ${formatDateTime(receivedAt).replace(':', '.')}.eml`)
    } catch (error) {
      showFailure('Kunde inte hämta originalet', error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <Button icon={Download} isPending={isSaving} pendingText="Hämtar..." onPress={() => void save()}>
      Spara originalet
    </Button>
  )
}
