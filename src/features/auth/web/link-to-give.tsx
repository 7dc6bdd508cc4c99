import { useEffect } from 'react'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { useStore } from '#shared/web/store.ts'
import type { LinkToGive } from '../auth.contract.ts'

const LinkToGiveDialog = lazyPart(() => import('./link-to-give.dialog.tsx').then((m) => m.LinkToGiveDialog))

type LinkForPerson = { email: string; link: string }

let shownLink: LinkForPerson | undefined
const listeners = new Set<() => void>()

function show(next: LinkForPerson | undefined) {
  shownLink = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Sends a person a new link and shows a toast; without a mail server `LinkToGiveHost` shows the link, on whatever screen is open. */
export async function sendLink(email: string, request: () => Promise<LinkToGive>) {
  try {
    const { link } = await request()
    if (link) show({ email, link })
    else showToast({ title: 'Ny länk skickad', tone: 'success' })
  } catch (error) {
    showFailure('Kunde inte skicka en ny länk', error)
  }
}

/**
 * The button of a toast about a new login, which shows its link; none with a mail server, which has sent one already. The person
 * can sign in with the initial password, so a link is created only on request.
 */
export const linkAction = (isMailed: boolean, send: () => Promise<void>) =>
  isMailed ? undefined : { label: 'Visa länk', onPress: () => void send() }

/** Shows a requested link in a dialog. Rendered once, in the frame of the back office. */
export function LinkToGiveHost() {
  const shown = useStore(subscribe, () => shownLink)
  // The link must not be shown to the next person who signs in.
  useEffect(() => () => show(undefined), [])
  return shown && <LinkToGiveDialog {...shown} onClose={() => show(undefined)} />
}
