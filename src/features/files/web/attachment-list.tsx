import Camera from 'lucide-react/icons/camera'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import FileIcon from 'lucide-react/icons/file'
import Paperclip from 'lucide-react/icons/paperclip'
import RotateCw from 'lucide-react/icons/rotate-cw'
import X from 'lucide-react/icons/x'
import { type ChangeEvent, useRef } from 'react'
import { formatBytes } from '#shared/bytes.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { ProgressBar } from '#shared/ui/progress-bar.tsx'
import { ATTACHED_FILES_MAX } from '../files.contract.ts'
import { isShownByBrowsers } from '../picture-types.rules.ts'
import type { Attachment, UsedAttachments } from './attachments.ts'
import { useObjectUrl } from './object-url.ts'

type Props = { attachments: UsedAttachments; isDisabled?: boolean }

/** The files of a text with their progress, and buttons to add more. */
export function AttachmentList({ attachments, isDisabled = false }: Props) {
  const { items, refusal, remove, retry } = attachments
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {items.length > 0 && (
        <ul aria-label="Filer som skickas med" className="grid gap-2 @md:grid-cols-2">
          {items.map((item) => (
            <Item
              key={item.key}
              item={item}
              isDisabled={isDisabled && item.id !== undefined}
              onRemove={() => remove(item.key)}
              onRetry={() => retry(item.key)}
            />
          ))}
        </ul>
      )}
      {refusal && (
        <p role="alert" className="text-danger-ink text-sm">
          {refusal}
        </p>
      )}
      <AddFiles onChoose={attachments.add} isDisabled={isDisabled || items.length >= ATTACHED_FILES_MAX} />
    </div>
  )
}

function AddFiles({ onChoose, isDisabled }: { onChoose: (files: File[]) => void; isDisabled: boolean }) {
  const [files, photo] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(currentTarget.files ?? [])])
    currentTarget.value = ''
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <input ref={files} type="file" multiple hidden aria-label="Filer" onChange={choose} />
      <input
        ref={photo}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label="Foto"
        onChange={choose}
      />
      <Button size="sm" variant="quiet" icon={Paperclip} isDisabled={isDisabled} onPress={() => files.current?.click()}>
        Bifoga filer
      </Button>
      <span className="hidden pointer-coarse:inline-flex">
        <Button size="sm" variant="quiet" icon={Camera} isDisabled={isDisabled} onPress={() => photo.current?.click()}>
          Ta foto
        </Button>
      </span>
      <span className="text-ink-faint text-xs pointer-coarse:hidden">eller dra hit dem, eller klistra in en bild</span>
    </div>
  )
}

type ItemProps = { item: Attachment; isDisabled: boolean; onRemove: () => void; onRetry: () => void }

function Item({ item, isDisabled, onRemove, onRetry }: ItemProps) {
  const { file, id, problem, canRetry } = item
  const isSending = id === undefined && problem === undefined
  return (
    <li
      className={`flex min-w-0 items-center gap-3 rounded-sm border bg-surface p-2 ${problem ? 'border-danger' : 'border-line'}`}
    >
      <Thumbnail file={file} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-sm" title={file.name}>
          {file.name}
        </p>
        <State item={item} />
      </div>
      {canRetry && (
        <IconButton icon={RotateCw} label={`Försök igen med ${file.name}`} tooltip="Försök igen" onPress={onRetry} />
      )}
      {!isDisabled && (
        <IconButton
          icon={X}
          label={isSending ? `Avbryt ${file.name}` : `Ta bort ${file.name}`}
          tooltip={isSending ? 'Avbryt' : 'Ta bort'}
          onPress={onRemove}
        />
      )}
    </li>
  )
}

function State({ item: { file, progress, id, problem } }: { item: Attachment }) {
  if (problem)
    return (
      <p role="alert" className="flex gap-1 text-danger-ink text-sm">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
        {problem}
      </p>
    )
  if (id) return <p className="text-ink-soft text-xs tabular-nums">{formatBytes(file.size)}</p>
  const percent = Math.round(progress * 100)
  return (
    <p className="flex items-center gap-2 text-ink-soft text-xs tabular-nums">
      <ProgressBar label={`Skickar ${file.name}`} max={100} value={percent} className="h-1.5 min-w-0 flex-1" />
      {progress < 1 ? `${percent} %` : 'Bearbetar …'}
    </p>
  )
}

function Thumbnail({ file }: { file: File }) {
  const url = useObjectUrl(isShownByBrowsers(file.type) ? file : undefined)
  return url ? (
    <img src={url} alt="" className="size-10 shrink-0 rounded-xs object-cover" />
  ) : (
    <span className="grid size-10 shrink-0 place-items-center rounded-xs bg-sunken text-ink-soft">
      <FileIcon aria-hidden="true" className="size-5" />
    </span>
  )
}
