import { useState } from 'react'
import { showFailure } from '#lib/ui/failure-toast.ts'
import { lazyPart } from '#lib/ui/lazy-part.tsx'
import { showToast } from '#lib/ui/toast.tsx'
import type { LinkToGive } from '../auth.contract.ts'

const LinkToGiveDialog = lazyPart(() => import('./link-to-give.dialog.tsx').then((m) => m.LinkToGiveDialog))

/** Sends a person a new link and says so; without a mail server `dialog`, which is to be rendered, shows the link. */
export function useSendLink(email: string, request: () => Promise<LinkToGive>) {
  const [link, setLink] = useState<string>()
  const send = async () => {
    try {
      const answer = await request()
      if (answer.link) setLink(answer.link)
      else showToast({ title: 'Ny länk skickad', tone: 'success' })
    } catch (error) {
      showFailure('Kunde inte skicka en ny länk', error)
    }
  }
  return { send, dialog: link && <LinkToGiveDialog email={email} link={link} onClose={() => setLink(undefined)} /> }
}
