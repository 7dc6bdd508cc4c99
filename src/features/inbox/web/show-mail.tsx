import Mail from 'lucide-react/icons/mail'
import { useState } from 'react'
import { Button } from '#shared/ui/button.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'

const MailDialog = lazyPart(() => import('./mail.dialog.tsx').then((m) => m.MailDialog))

/** A button that opens the mail behind a message. */
export function ShowMail({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={Mail} size="sm" variant="quiet" onPress={() => setOpen(true)}>
        Visa mejlet
      </Button>
      {isOpen && <MailDialog id={id} onClose={() => setOpen(false)} />}
    </>
  )
}
