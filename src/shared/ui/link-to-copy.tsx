import Copy from 'lucide-react/icons/copy'
import { Button } from './button.tsx'
import { copyLink } from './copy-text.ts'
import { TextInput } from './text-field.tsx'

/** A link that is shown once, and a button that copies it. */
export const LinkToCopy = ({ link }: { link: string }) => (
  <div className="flex flex-wrap items-end gap-3">
    <div className="flex-1 basis-56">
      <TextInput label="Länk" value={link} onChange={() => undefined} isReadOnly autoFocus isSelectedOnFocus />
    </div>
    <Button icon={Copy} onPress={() => void copyLink(link)}>
      Kopiera
    </Button>
  </div>
)
