import { useQuery } from '@tanstack/react-query'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { type ReactNode, useState } from 'react'
import { readableAddress } from '#shared/email.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { CheckboxInput } from '#shared/ui/checkbox-input.tsx'
import { copyText } from '#shared/ui/copy-text.ts'
import { formatDate } from '#shared/ui/format.ts'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { useUnsavedChangesPrompt } from '#shared/ui/unsaved-changes.ts'
import { saveFile } from '#shared/web/save-file.ts'
import { groupsOf } from '../code.rules.ts'
import { newRecoveryCodes } from './factor-client.ts'

type Props = {
  email: string
  /** The end: a button, and why it cannot be pressed yet. */
  end: (unsaved: string | undefined) => ReactNode
  /** Called when the person says that the codes are saved, or takes that back. */
  onSaved?: (isSaved: boolean) => void
}

/** Makes recovery codes and shows them, once: they are fetched again only while they could not be shown. */
export function NewRecoveryCodes(props: Props) {
  const [request] = useState(() => crypto.randomUUID())
  const query = useQuery({
    queryKey: ['new-recovery-codes', request],
    queryFn: newRecoveryCodes,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (query.data) return <Codes codes={query.data.map(groupsOf)} {...props} />
  if (query.error) return <QueryError title="Kunde inte göra reservkoder" query={query} />
  return <Skeleton className="h-64" />
}

function Codes({ codes, email, end, onSaved }: Props & { codes: string[] }) {
  const [isSaved, setSaved] = useState(false)
  useUnsavedChangesPrompt(!isSaved)
  const [createdAt] = useState(() => new Date())
  const title = `Reservkoder för ${readableAddress(email)} på ${location.host}, ${formatDate(createdAt)}`
  const text = `${title}\n\n${codes.join('\n')}\n`
  return (
    <div className="flex flex-col gap-4" data-printed-alone>
      <p className="hidden font-semibold print:block">{title}</p>
      <ul
        aria-label="Reservkoder"
        className="grid grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))] gap-x-4 gap-y-2 rounded-md border border-line bg-sunken px-5 py-4 font-mono text-base"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button size="sm" icon={Copy} onPress={() => void copyText(text, COPIED)}>
          Kopiera
        </Button>
        <Button size="sm" icon={Download} onPress={() => saveFile(new Blob([text], { type: 'text/plain' }), FILE)}>
          Ladda ner
        </Button>
        <Button size="sm" icon={Printer} onPress={() => window.print()}>
          Skriv ut
        </Button>
      </div>
      <div className="print:hidden">
        <CheckboxInput
          label="Jag har sparat koderna"
          value={isSaved}
          onChange={(saved) => {
            setSaved(saved)
            onSaved?.(saved)
          }}
        />
      </div>
      {end(isSaved ? undefined : 'Kryssa först i att du har sparat koderna')}
    </div>
  )
}

export const RECOVERY_LEAD =
  'Med en reservkod kommer du in när telefonen eller datorn är borta. Varje kod fungerar en gång. Koderna visas bara en gång.'
const FILE = 'reservkoder.txt'
const COPIED = { copied: 'Koderna är kopierade', failed: 'Markera koderna och kopiera dem själv.' }
