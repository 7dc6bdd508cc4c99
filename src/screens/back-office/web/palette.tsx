import { useEffect, useRef, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useNavigate } from 'react-router'
import { NewTicketDialog } from '#features/tickets/web/new-ticket.lazy.ts'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import type { PaletteItem } from '../palette.rules.ts'
import { PaletteSearch } from './palette-search.tsx'

const creations = {
  ticket: NewTicketDialog,
  customer: lazyPart(() => import('#features/customers/web/customer.dialog.tsx').then((m) => m.CustomerDialog)),
}

type Props = {
  isOpen: boolean
  onClose: () => void
  /** Returns what was typed while this code was loading, and leaves further keys to the field. */
  takeTyped: () => string
}

/** The palette, and the dialogs that it opens. */
export function Palette({ isOpen, onClose, takeTyped }: Props) {
  const [creating, setCreating] = useTransitionState<keyof typeof creations>()
  const choose = useAfterClosing(isOpen, onClose)
  const created = useCreations(setCreating)
  const Creation = creating && creations[creating]
  return (
    <>
      {isOpen && <PaletteDialog onClose={onClose} onChoose={choose} takeTyped={takeTyped} created={created} />}
      {Creation && <Creation onClose={() => setCreating(undefined)} />}
    </>
  )
}

/** Closes, and then runs what was chosen, once the page is active again and has its focus back. */
function useAfterClosing(isOpen: boolean, onClose: () => void) {
  const chosen = useRef<() => void>(undefined)
  useEffect(() => {
    if (isOpen) return
    const run = chosen.current
    chosen.current = undefined
    // After the microtask that returns the focus.
    if (run) queueMicrotask(run)
  }, [isOpen])
  return (run: () => void) => {
    chosen.current = run
    onClose()
  }
}

function useCreations(open: (creation: keyof typeof creations) => void): PaletteItem[] {
  const navigate = useNavigate()
  const item = (label: string, target: () => void): PaletteItem => ({ key: `new:${label}`, label, detail: '', target })
  return [
    item('Nytt ärende', () => open('ticket')),
    item('Ny kund', () => open('customer')),
    item('Ny tidrad', () => void navigate('/backoffice/time', { state: { focusesForm: true } })),
  ]
}

type DialogProps = Omit<Props, 'isOpen'> & { onChoose: (run: () => void) => void; created: readonly PaletteItem[] }

/** Over the whole screen of a phone. */
function PaletteDialog(props: DialogProps) {
  // A form in an open dialog keeps the page behind it from acting.
  const [isOverDialog] = useState(() => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null)
  return (
    <ModalOverlay
      isDismissable
      isOpen
      onOpenChange={(open) => !open && props.onClose()}
      className="fixed inset-0 z-50 flex animate-fade items-start justify-center bg-scrim sm:p-6 sm:pt-24"
    >
      <Modal className="w-full sm:max-w-[35rem]">
        <Dialog
          aria-label="Sök"
          className="flex h-(--visual-viewport-height) flex-col overflow-hidden bg-raised outline-none sm:h-auto sm:max-h-[calc(100dvh-9rem)] sm:rounded-lg sm:border sm:border-line sm:shadow-high"
        >
          <PaletteSearch {...props} hasActs={!isOverDialog} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
