import Paperclip from 'lucide-react/icons/paperclip'
import { type ClipboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useBeforeUnloadPrompt } from '#shared/ui/unsaved-changes.ts'
import { isNamesOf, timeStamped } from '../files.rules.ts'
import type { UsedAttachments } from './attachments.ts'

type Props = { attachments: UsedAttachments; children: ReactNode }

/** Accepts files that are pasted into it, or dropped anywhere on the page or dialog that contains it. */
export function AttachmentArea({ attachments: { add, items }, children }: Props) {
  const area = useRef<HTMLDivElement>(null)
  const isOver = useDroppedFiles(area, add)
  useBeforeUnloadPrompt(items.length > 0)
  const paste = (event: ClipboardEvent) => {
    const { clipboardData } = event
    const files = [...clipboardData.files]
    // Cells of a spreadsheet and text of a document are pasted together with a picture of them.
    if (files.length === 0 || !isNamesOf(clipboardData.getData('text/plain'), files)) return
    event.preventDefault()
    add(files.map(named))
  }
  return (
    <div ref={area} onPaste={paste} className="relative min-w-0">
      {children}
      {isOver && (
        <p className="pointer-events-none absolute inset-0 z-10 flex items-center justify-center gap-2 rounded-md border-2 border-primary border-dashed bg-surface/90 font-semibold text-primary-ink">
          <Paperclip aria-hidden="true" className="size-5" />
          Släpp filerna här
        </p>
      )}
    </div>
  )
}

/** Browsers give every pasted screenshot the same name. */
const named = (file: File) =>
  file.name === 'image.png' ? new File([file], timeStamped('Skärmbild', '.png', new Date()), { type: file.type }) : file

/** Whether files are being dragged over the page; `onDrop` gets the dropped ones. */
function useDroppedFiles(area: React.RefObject<HTMLElement | null>, onDrop: (files: FileList) => void) {
  const [isOver, setOver] = useState(false)
  /** A page under an open dialog accepts none. */
  const takes = ({ dataTransfer }: DragEvent) => {
    const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')]
    const isCovered = dialogs.some((dialog) => !dialog.contains(area.current))
    return dataTransfer?.types.includes('Files') === true && !isCovered
  }
  const over = useEffectEvent((event: DragEvent) => {
    if (!takes(event)) return
    // Otherwise the browser would open the file instead of the page.
    event.preventDefault()
    setOver(true)
  })
  const leave = useEffectEvent(({ relatedTarget }: DragEvent) => {
    if (relatedTarget === null) setOver(false)
  })
  const drop = useEffectEvent((event: DragEvent) => {
    setOver(false)
    if (!takes(event)) return
    event.preventDefault()
    if (event.dataTransfer) onDrop(event.dataTransfer.files)
  })
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('dragover', (event) => over(event), { signal })
    document.addEventListener('dragleave', (event) => leave(event), { signal })
    document.addEventListener('drop', (event) => drop(event), { signal })
    return () => stop.abort()
  }, [])
  return isOver
}
