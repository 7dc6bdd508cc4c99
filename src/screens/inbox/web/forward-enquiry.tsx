import Forward from 'lucide-react/icons/forward'
import type { Enquiry } from '#features/inbox/enquiries.contract.ts'
import { Button } from '#shared/ui/button.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'
import { forwardKey } from './forward-recovery.ts'

const ForwardDialog = lazyPart(() => import('./forward.dialog.tsx').then((m) => m.ForwardDialog))

/** A button that opens the dialog to mail the enquiry to somebody else. */
export function ForwardEnquiry({ enquiry }: { enquiry: Enquiry }) {
  const [isOpen, setOpen] = useTransitionState(hasFormSnapshot(forwardKey(enquiry.id)))
  return (
    <>
      <Button icon={Forward} onPress={() => setOpen(true)}>
        Vidarebefordra
      </Button>
      {isOpen && <ForwardDialog enquiry={enquiry} onClose={() => setOpen(false)} />}
    </>
  )
}
