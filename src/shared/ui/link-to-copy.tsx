import Copy from 'lucide-react/icons/copy'
import { Button } from './button.tsx'
import { type Copied, copyLink } from './copy-text.ts'
import { TextInput } from './text-field.tsx'

type Props = { link: string; label?: string; what?: Copied }

/** A link, or another text, that is shown once, and a button that copies it. */
export const LinkToCopy = ({ link, label = 'Länk', what = 'Länken' }: Props) => (
  <div className="flex flex-wrap items-end gap-3">
    <div className="flex-1 basis-56">
      <TextInput label={label} value={link} onChange={() => undefined} isReadOnly autoFocus isSelectedOnFocus />
    </div>
    <Button icon={Copy} onPress={() => void copyLink(link, what)}>
      Kopiera
    </Button>
  </div>
)
