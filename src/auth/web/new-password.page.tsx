import { useEffect, useState } from 'react'
import { FocusPage } from '#lib/ui/focus-page.tsx'
import { FirstAdminForm } from './first-admin-form.tsx'
import { LinkPage, LoginLinks } from './link-page.tsx'
import { useMeQuery } from './me.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { useSession } from './session.ts'

type LinkInFragment = { token: string; type: string } | undefined

/** /nytt-losenord: recovery, invitation, a required change, and the first administrator. */
export function NewPasswordPage() {
  const [link] = useState(readFragment)
  const session = useSession()
  const { data: me } = useMeQuery()
  // Removes the token from address bar and history: until it is used, anyone who reads it could use it.
  useEffect(() => {
    if (link) window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [link])

  if (link?.type === 'first_admin') {
    return (
      <FocusPage title="Välkommen till Stödpunkt" lead="Du blir den första administratören. Välj hur du loggar in.">
        <FirstAdminForm token={link.token} />
      </FocusPage>
    )
  }
  if (link) return <LinkPage token={link.token} />
  if (session.status === 'in') {
    const lead = me?.mustChangePassword
      ? 'Ditt lösenord är satt av någon annan. Välj ett eget innan du går vidare.'
      : 'Alla andra enheter loggas ut när du byter.'
    return (
      <FocusPage title="Välj ett nytt lösenord" lead={lead}>
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

function readFragment(): LinkInFragment {
  const fragment = new URLSearchParams(window.location.hash.slice(1))
  const token = fragment.get('token')
  return token ? { token, type: fragment.get('type') ?? 'recovery' } : undefined
}
