import { useQuery } from '@tanstack/react-query'
import FileIcon from 'lucide-react/icons/file'
import ImageOff from 'lucide-react/icons/image-off'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { formatBytes } from '#shared/bytes.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { BaseButton } from '#shared/ui/base-button.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import type { AttachedFile } from '../files.contract.ts'
import { isPicture } from '../picture-types.rules.ts'
import { CheckedState } from './checked-state.tsx'
import { previewQuery } from './files.api.ts'
import { useObjectUrl } from './object-url.ts'
import { SaveFile } from './save-file.tsx'

const PictureDialog = lazyPart(() => import('./picture.dialog.tsx').then((m) => m.PictureDialog))

/** The files of a message: pictures are displayed, and every file can be saved. Repeated ones are collapsed. */
export function AttachedFiles({ files }: { files: readonly AttachedFile[] }) {
  const [repeated, others] = [files.filter(({ isRepeated }) => isRepeated), files.filter((file) => !file.isRepeated)]
  return (
    <>
      {others.length > 0 && <FileList label="Bifogade filer" files={others} />}
      {repeated.length > 0 && (
        <details className={others.length > 0 ? 'mt-2' : ''}>
          <summary className="w-fit cursor-pointer text-ink-soft text-sm">
            {plural(repeated.length, 'bild', 'bilder')} som skickats förut
          </summary>
          <div className="mt-2">
            <FileList label="Bilder som skickats förut" files={repeated} />
          </div>
        </details>
      )}
    </>
  )
}

const FileList = ({ label, files }: { label: string; files: readonly AttachedFile[] }) => (
  <ul aria-label={label} className="flex max-w-full flex-wrap items-start gap-2">
    {files.map((file) => (
      <li key={file.id} className="min-w-0 max-w-full rounded-sm border border-line bg-surface">
        {file.preview ? <Picture file={file} {...file.preview} /> : <SavedOnly file={file} />}
      </li>
    ))}
  </ul>
)

const HEIGHT = 160
const WIDTH_MAX = 288

function Picture({ file, width, height }: { file: AttachedFile; width: number; height: number }) {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLSpanElement>(null)
  const isNear = useNearViewport(box)
  const { data, error } = useQuery({ ...previewQuery(file.id), enabled: isNear })
  const url = useObjectUrl(data)
  // Reserves its space before it has loaded, so that the conversation does not move.
  const shown = Math.min(WIDTH_MAX, Math.max(96, Math.round((HEIGHT * width) / height)))
  return (
    <>
      <BaseButton
        accessibleName={`Visa ${file.name}`}
        onPress={() => setOpen(true)}
        className="block max-w-full cursor-zoom-in rounded-t-sm bg-sunken"
      >
        <span
          ref={box}
          className="grid max-w-full grid-cols-1 grid-rows-1 place-items-center"
          style={{ width: shown, height: HEIGHT }}
        >
          {url && <img src={url} alt={file.name} className="size-full rounded-t-sm object-contain" />}
          {error && <ImageOff aria-hidden="true" className="size-6 text-ink-faint" />}
        </span>
      </BaseButton>
      <SavedOnly file={file} />
      {isOpen && <PictureDialog file={file} url={url} onClose={() => setOpen(false)} />}
    </>
  )
}

function SavedOnly({ file }: { file: AttachedFile }) {
  return (
    <div className="flex items-center gap-2 py-1 pr-1 pl-3">
      {!file.preview && <FileIcon aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />}
      <span className={`min-w-0 flex-1 ${file.preview ? 'max-w-60' : 'max-w-80'}`}>
        <span className="block truncate font-medium text-ink text-sm" title={file.name}>
          {file.name}
        </span>
        {file.state === 'ready' ? (
          <span className="block text-ink-soft text-xs tabular-nums">
            {formatBytes(file.bytes)}
            {!file.preview && isPicture(file.type) && ' · Bilden kan inte visas här. Spara den för att se den.'}
          </span>
        ) : (
          <CheckedState file={file} />
        )}
      </span>
      {file.state === 'ready' && <SaveFile file={file} />}
    </div>
  )
}

/** True once the element has been close to the viewport. */
function useNearViewport(element: RefObject<HTMLElement | null>) {
  const [isNear, setNear] = useState(() => typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (isNear || !element.current) return
    const observer = new IntersectionObserver((entries) => setNear(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: '400px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isNear, element])
  return isNear
}
