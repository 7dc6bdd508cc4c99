import { Mail } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#shared/ui/button.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'

const MailDialog = lazyPart(() => import('./mail.dialog.tsx').then((m) => m.MailDialog))

/** Opens the mail that a message came by. */
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
