import X from 'lucide-react/icons/x'
import { createContext, type ReactNode, use, useRef, useState } from 'react'
import { Dialog as RacDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { useFocusReturn } from './lost-focus.ts'
import { useUnsavedChangesPrompt } from './unsaved-changes.ts'

export type DialogProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** Escape, the close button, `DialogCancel`, Back and closing the tab then ask for confirmation. */
  hasUnsaved?: boolean
  /** The typed text is stored on the device, so the tab may be closed without confirmation. */
  isOnDevice?: boolean
  role?: 'dialog' | 'alertdialog'
  /** For a picture: uses the available width. */
  isWide?: boolean
}

/** Closes the dialog around it, as Escape and the close button do. */
const Close = createContext(() => {})

/** ≤ 560 px wide; a bottom sheet on phones. A click outside does not close it, as typed text would be lost by mistake. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  hasUnsaved = false,
  isOnDevice = false,
  role = 'dialog',
  isWide = false,
}: DialogProps) {
  useUnsavedChangesPrompt(isOpen && hasUnsaved, isOnDevice)
  const { isAsking, close, stay } = useCloseQuestion(hasUnsaved, onClose)
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && close()}
      className="fixed inset-0 z-50 flex animate-fade items-end justify-center bg-scrim sm:items-center sm:p-6"
    >
      <Modal className={`w-full animate-rise ${isWide ? 'sm:max-w-[70rem]' : 'sm:max-w-[35rem]'}`}>
        <RacDialog
          role={role}
          className="flex max-h-[calc(100dvh-2rem)] flex-col overflow-hidden rounded-t-lg border border-line bg-raised shadow-high outline-none sm:max-h-[calc(100dvh-3rem)] sm:rounded-lg"
        >
          <header className="flex items-center justify-between gap-4 px-6 pt-4 pb-2">
            <Heading slot="title" className="text-lg font-semibold">
              {title}
            </Heading>
            {role === 'dialog' && <IconButton icon={X} label="Stäng" onPress={close} />}
          </header>
          {isAsking && <CloseQuestion onStay={stay} onClose={close} />}
          <Close value={close}>
            <DialogContent>{children}</DialogContent>
          </Close>
        </RacDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** With unsaved text `close` asks first, and closes when called again. */
function useCloseQuestion(hasUnsaved: boolean, onClose: () => void) {
  const [isAsking, setAsking] = useState(false)
  const focusedBefore = useRef<Element>(null)
  const close = () => {
    if (hasUnsaved && !isAsking) {
      focusedBefore.current = document.activeElement
      return setAsking(true)
    }
    setAsking(false)
    onClose()
  }
  const stay = () => {
    // The pressed button disappears: without this the focus would leave the dialog, and Escape would do nothing.
    if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus()
    setAsking(false)
  }
  return { isAsking, close, stay }
}

function DialogContent({ children }: { children: ReactNode }) {
  const inside = useFocusReturn<HTMLDivElement>()
  return (
    <div ref={inside} className="overflow-y-auto px-6 pt-2 pb-6">
      {children}
    </div>
  )
}

const CloseQuestion = ({ onStay, onClose }: { onStay: () => void; onClose: () => void }) => (
  <div role="alert" className="mx-6 mb-2 flex flex-wrap items-center gap-2 rounded-sm bg-accent-soft px-3 py-2">
    <p className="flex-1 font-medium">Stänga utan att spara?</p>
    <Button size="sm" variant="quiet" onPress={onStay}>
      Fortsätt skriva
    </Button>
    <Button size="sm" variant="danger" onPress={onClose}>
      Stäng ändå
    </Button>
  </div>
)

/** 'Avbryt' in a dialog: asks before unsaved text is lost, as the other ways to close it do. */
export const DialogCancel = ({ children = 'Avbryt' }: { children?: ReactNode }) => (
  <Button onPress={use(Close)}>{children}</Button>
)

/** The buttons at the end of a dialog, the primary one last. On phones they are stacked, the primary one on top. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-2 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end max-sm:*:w-full">{children}</div>
}
