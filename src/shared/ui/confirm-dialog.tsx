import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions, DialogCancel } from './dialog.tsx'

export type ConfirmDialogProps = {
  title: string
  text: ReactNode
  /** The verb of what happens: 'Ta bort kund'. */
  confirmLabel: string
  cancelLabel?: string
  isDanger?: boolean
  isOpen: boolean
  /** The button is pending until the promise settles. Reports its own failures; the caller closes. */
  onConfirm: () => void | Promise<unknown>
  onClose: () => void
}

export function ConfirmDialog({
  title,
  text,
  confirmLabel,
  cancelLabel = 'Avbryt',
  isDanger = false,
  isOpen,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [isPending, setPending] = useState(false)
  const confirm = async () => {
    setPending(true)
    try {
      await onConfirm()
    } finally {
      setPending(false)
    }
  }
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose} role="alertdialog">
      <div className="mb-6 text-base text-ink-soft">{text}</div>
      <DialogActions>
        <DialogCancel>{cancelLabel}</DialogCancel>
        <Button variant={isDanger ? 'danger' : 'primary'} isPending={isPending} onPress={() => void confirm()}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
