import Copy from 'lucide-react/icons/copy'
import { Button } from './button.tsx'
import { TextInput } from './text-field.tsx'
import { showToast } from './toast.tsx'

/** A link that is shown once, and a button that copies it. */
export function LinkToCopy({ link }: { link: string }) {
  // The clipboard API requires a secure context.
  const copy = () =>
    Promise.resolve(navigator.clipboard?.writeText(link) ?? Promise.reject(new Error('no clipboard'))).then(
      () => showToast({ title: 'Länken är kopierad', tone: 'success' }),
      () => showToast({ title: 'Kunde inte kopiera', text: 'Markera länken och kopiera den själv.', tone: 'error' }),
    )
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="flex-1 basis-56">
        <TextInput label="Länk" value={link} onChange={() => undefined} isReadOnly autoFocus isSelectedOnFocus />
      </div>
      <Button icon={Copy} onPress={() => void copy()}>
        Kopiera
      </Button>
    </div>
  )
}
