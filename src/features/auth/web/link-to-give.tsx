import { useEffect, useSyncExternalStore } from 'react'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { showToast } from '#shared/ui/toast.tsx'
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

/** Sends a person a new link and says so; without a mail server `LinkToGiveHost` shows the link, whatever screen is open then. */
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
 * The button of a toast about a new login. With a mail server a link is on its way already, and there is none. The password
 * that was typed is the way in; a link is made only for who asks for one.
 */
export const linkAction = (isMailed: boolean, send: () => Promise<void>) =>
  isMailed ? undefined : { label: 'Visa länk', onPress: () => void send() }

/** Once in the frame of staff's screens: the dialog with a link that was asked for. */
export function LinkToGiveHost() {
  const shown = useSyncExternalStore(subscribe, () => shownLink)
  // Not for the person who signs in next.
  useEffect(() => () => show(undefined), [])
  return shown && <LinkToGiveDialog {...shown} onClose={() => show(undefined)} />
}
