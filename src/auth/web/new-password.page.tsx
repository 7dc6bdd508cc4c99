import { useEffect, useState } from 'react'
import { FocusPage } from '#lib/ui/focus-page.tsx'
import { FirstAdminForm } from './first-admin-form.tsx'
import { LinkPage, LoginLinks, nameOf } from './link-page.tsx'
import { useMeQuery } from './me.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { useSession } from './session.ts'

type LinkInFragment = { token: string; type: string } | undefined

/** /nytt-losenord: recovery, invitation, a required change, and the first administrator. */
export function NewPasswordPage() {
  const link = useLink()
  const session = useSession()
  const { data: me } = useMeQuery()

  if (link?.type === 'first_admin') {
    return (
      <FocusPage title="Välkommen till Stödpunkt" lead="Du blir den första administratören. Välj hur du loggar in.">
        <FirstAdminForm token={link.token} />
      </FocusPage>
    )
  }
  if (link) return <LinkPage key={link.token} token={link.token} />
  if (session.status === 'in') {
    const lead = me?.mustChangePassword
      ? 'Ditt lösenord är satt av någon annan. Välj ett eget innan du går vidare.'
      : 'Alla andra enheter loggas ut när du byter.'
    return (
      <FocusPage
        title="Välj ett nytt lösenord"
        lead={
          <>
            Det gäller <span className="wrap-anywhere font-semibold text-ink">{me ? nameOf(me) : session.email}</span>.{' '}
            {lead}
          </>
        }
      >
        <NewPasswordForm username={session.email} />
      </FocusPage>
    )
  }
  if (session.status === 'loading') return null
  return (
    <FocusPage
      title="Länken är ofullständig"
      lead="Öppna den igen från mejlet, eller be om en ny under Glömt lösenord?"
    >
      <LoginLinks />
    </FocusPage>
  )
}

/**
 * The link that this tab was opened with, also after it is loaded again: without it the form would set the password of whoever
 * is signed in. Another link that is opened in the tab takes its place.
 */
function useLink(): LinkInFragment {
  const [link, setLink] = useState(takeLink)
  useEffect(() => {
    const take = () => setLink(takeLink())
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return link
}

/** The entry of the history that the link was opened as. */
type Entry = { link?: LinkInFragment } | null

/** Moves the token out of the address bar, where anyone who reads it could use it until it is used. */
function takeLink(): LinkInFragment {
  const entry = window.history.state as Entry
  const link = readFragment() ?? entry?.link
  if (link && window.location.hash !== '') window.history.replaceState({ ...entry, link }, '', window.location.pathname)
  return link
}

function readFragment(): LinkInFragment {
  const fragment = new URLSearchParams(window.location.hash.slice(1))
  const token = fragment.get('token')
  return token ? { token, type: fragment.get('type') ?? 'recovery' } : undefined
}
