import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { FocusPage } from '#shared/ui/focus-page.tsx'
import type { Me } from '../auth.contract.ts'
import { FirstAdminForm } from './first-admin-form.tsx'
import { LinkPage, LoginLinks, nameOf, SpentLink } from './link-page.tsx'
import { isAskedForFactor, useMeQuery } from './me.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { destinationOf } from './post-login.ts'
import { useSession } from './session.ts'

type LinkInFragment = { token: string; type: string } | undefined

/** /nytt-losenord: recovery, invitation, a required change, and the first administrator. */
export function NewPasswordPage() {
  const link = useLink()
  if (link?.type === 'first_admin') return <FirstAdminPage key={link.token} token={link.token} />
  if (link) return <LinkPage key={link.token} token={link.token} />
  return <OwnPasswordPage />
}

function FirstAdminPage({ token }: { token: string }) {
  const [spent, setSpent] = useState<string>()
  if (spent !== undefined) return <SpentLink text={spent} />
  return (
    <FocusPage title="Välkommen till Stödpunkt" lead="Du blir den första administratören. Välj hur du loggar in.">
      <FirstAdminForm token={token} onSpent={setSpent} />
    </FocusPage>
  )
}

/** Changes the password of the session, which another tab may end or change meanwhile. */
function OwnPasswordPage() {
  const session = useSession()
  const { data: me } = useMeQuery()
  const [first, setFirst] = useState(me)
  if (me && me.userId !== first?.userId) setFirst(me)
  if (session.status === 'loading') return null
  if (session.status !== 'in') return first ? <Navigate to={loginOf(first)} replace /> : <IncompleteLink />
  if (me && isAskedForFactor(me)) return <Navigate to={`${loginOf(me)}?next=/nytt-losenord`} replace />
  if (me && first?.mustChangePassword && !me.mustChangePassword)
    return <Navigate to={destinationOf(me) ?? '/auth'} replace />
  return (
    <FocusPage
      title="Välj ett nytt lösenord"
      lead={
        <>
          Det gäller{' '}
          <span className="wrap-anywhere font-semibold text-ink">
            {nameOf(me ?? { fullName: null, email: session.email })}
          </span>
          .{' '}
          {me?.mustChangePassword
            ? 'Ditt lösenord är satt av någon annan. Välj ett eget innan du går vidare.'
            : 'Alla andra enheter loggas ut när du byter.'}
        </>
      }
    >
      <NewPasswordForm username={session.email} />
    </FocusPage>
  )
}

const loginOf = ({ kind }: Me) => (kind === 'customer' ? '/customer-login' : '/auth')

const IncompleteLink = () => (
  <FocusPage title="Länken är ofullständig" lead="Öppna den igen från mejlet, eller be om en ny under Glömt lösenord?">
    <LoginLinks />
  </FocusPage>
)

/**
 * The link that this tab was opened with, also after a reload: without it the form would set the password of the signed-in
 * person instead. Another link opened in the tab replaces it.
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

/** The state of the history entry in which the link was opened. */
type Entry = { link?: LinkInFragment } | null

/** Moves the token from the address bar to the history state, where nobody can read and use it. */
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
