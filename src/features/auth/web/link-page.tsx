import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readableAddress } from '#shared/email.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { FocusPage } from '#shared/ui/focus-page.tsx'
import { LinkButton } from '#shared/ui/link-button.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { CallError, call } from '#shared/web/call.ts'
import { auth, type LinkOwner, type Me } from '../auth.contract.ts'
import { LinkPasswordForm } from './link-password-form.tsx'
import { useMeQuery } from './me.ts'
import { destinationOf } from './post-login.ts'
import { useSession } from './session.ts'
import { endSession } from './sign-out.ts'
import { useSignOut } from './use-sign-out.tsx'

/** Cached while the page is open: once the link is used, the server no longer returns its owner. */
const ownerQuery = (token: string) =>
  queryOptions({
    queryKey: ['link-owner', token],
    queryFn: () => call(auth.linkOwner, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

export const nameOf = ({ fullName, email }: { fullName: string | null; email: string }) =>
  fullName === null ? readableAddress(email) : `${fullName} (${readableAddress(email)})`

/** A one-time link: shows its owner, a question while somebody else is signed in, and the form. */
export function LinkPage({ token }: { token: string }) {
  const query = useQuery(ownerQuery(token))
  const session = useSession()
  const { data: owner, error } = query
  if (error instanceof CallError && error.status === 403) return <SpentLink text={error.message} />
  if (error && !owner)
    return (
      <FocusPage title="Välj ett lösenord">
        <QueryError title="Kunde inte läsa länken" query={query} />
      </FocusPage>
    )
  if (!owner || session.status === 'loading') return null
  if (session.status === 'in' && session.userId !== owner.userId)
    return <ChangePerson owner={owner} email={session.email} />
  return <ChoosePassword token={token} owner={owner} />
}

function ChoosePassword({ token, owner }: { token: string; owner: LinkOwner }) {
  const [isSaved, setSaved] = useState(false)
  const [spent, setSpent] = useState<string>()
  if (spent !== undefined) return <SpentLink text={spent} />
  if (isSaved)
    return (
      <FocusPage title="Lösenordet är sparat" lead="Logga in med det för att komma vidare.">
        <LoginLinks />
      </FocusPage>
    )
  const showSignInFailure = (text: string) => {
    showToast({ tone: 'error', title: 'Fel vid inloggning', text })
    setSaved(true)
  }
  return (
    <FocusPage
      title="Välj ett lösenord"
      lead={
        <>
          Länken gäller <span className="wrap-anywhere font-semibold text-ink">{nameOf(owner)}</span>. Ett par ord som
          du minns är bättre än ett enda krångligt.
        </>
      }
    >
      <LinkPasswordForm token={token} owner={owner} onSaved={showSignInFailure} onSpent={setSpent} />
    </FocusPage>
  )
}

/** Asks before it signs the current person out; the link stays unused until then. */
function ChangePerson({ owner, email }: { owner: LinkOwner; email: string }) {
  const { data: me } = useMeQuery()
  const { request, isSigningOut, question } = useSignOut(endSession)
  return (
    <FocusPage
      title="Vill du byta konto?"
      lead={
        <span className="wrap-anywhere">
          Du är inloggad som {nameOf(me ?? { fullName: null, email })}. Vill du logga ut och fortsätta som{' '}
          {nameOf(owner)}?
        </span>
      }
    >
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" isPending={isSigningOut} pendingText="Loggar ut..." onPress={() => void request()}>
          Logga ut och fortsätt
        </Button>
        <LinkButton to={startOf(me)}>Avbryt</LinkButton>
      </div>
      {question}
    </FocusPage>
  )
}

const startOf = (me: Me | undefined) => (me && destinationOf({ ...me, mustChangePassword: false })) ?? '/auth'

export const SpentLink = ({ text }: { text: string }) => (
  <FocusPage title="Länken fungerar inte" lead={`${text} Har du redan valt ett lösenord loggar du in med det.`}>
    <LoginLinks />
  </FocusPage>
)

/** Links to the logins, where a new link can be requested. */
export const LoginLinks = () => (
  <div className="flex flex-wrap gap-2">
    <LinkButton to="/customer-login">Till supportportalen</LinkButton>
    <LinkButton to="/auth">Till backoffice</LinkButton>
  </div>
)
