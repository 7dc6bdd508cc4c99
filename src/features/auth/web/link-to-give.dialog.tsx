import { readableAddress } from '#shared/email.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { Dialog, DialogActions } from '#shared/ui/dialog.tsx'
import { LinkToCopy } from '#shared/ui/link-to-copy.tsx'
import { linkLifetimes } from '../lifetimes.rules.ts'

type Props = { email: string; link: string; onClose: () => void }

/** Without a mail server: shows, once, the link with which a person chooses a password, for staff to pass on. */
export const LinkToGiveDialog = ({ email, link, onClose }: Props) => (
  <Dialog title="Ge personen länken" isOpen onClose={onClose}>
    <div className="flex flex-col gap-4">
      <p className="max-w-prose">
        E-post är inte inställd. Ge personen länken, så väljer{' '}
        <span className="wrap-anywhere font-medium">{readableAddress(email)}</span> sitt lösenord med den. Den fungerar
        en gång, i {linkLifetimes.invitation.label}, och visas bara en gång.
      </p>
      <LinkToCopy link={link} />
    </div>
    <DialogActions>
      <Button variant="primary" onPress={onClose}>
        Klar
      </Button>
    </DialogActions>
  </Dialog>
)
