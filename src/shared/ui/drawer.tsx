import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useFocusReturn } from './lost-focus.ts'
import { SideMenu, type SideMenuProps } from './side-menu.tsx'

export type DrawerProps = SideMenuProps & { isOpen: boolean; onClose: () => void }

/** The side menu below 900 px; lazily loaded. */
export function Drawer({ isOpen, onClose, ...menu }: DrawerProps) {
  return (
    <ModalOverlay
      isDismissable
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      className="fixed inset-0 z-40 animate-fade bg-scrim"
    >
      <Modal className="h-dvh w-72 max-w-[85vw] shadow-high">
        <Dialog aria-label="Meny" className="h-full overflow-y-auto outline-none">
          <Content {...menu} onChoose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

const Content = (menu: SideMenuProps) => (
  <div ref={useFocusReturn<HTMLDivElement>()} className="h-full">
    <SideMenu {...menu} />
  </div>
)
