import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { showToast } from '#shared/ui/toast.tsx'
import type { Me } from '../auth.contract.ts'
import { safeNextPath } from '../next.rules.ts'
import { isAskedForFactor, useMeQuery } from './me.ts'
import { useSession } from './session.ts'
import { handleWrongPortal, type Portal, wrongPortalText } from './wrong-portal.ts'

/** The roots of each portal, its start page first; `?next=` must be below one of them. */
const portalRoots = { staff: ['/backoffice', '/bo', '/api/docs'], customer: ['/customer-portal'] } as const
const PASSWORD_PAGE = '/nytt-losenord'
const greetings = { staff: 'Inloggad!', customer: 'Välkommen till supportportalen' } as const

/**
 * Redirects from a login page once somebody is signed in: at load, and after a sign-in here or in another tab.
 * `expectSignIn(true)` announces a sign-in on this page, which is then greeted with a toast. `onRefused` gets the reason why a
 * login without a portal stays here. A session that must prove a factor stays too, and any one while `isHeld`.
 */
export function usePostLogin(portal: Portal, onRefused: (message: string) => void, isHeld: boolean) {
  const session = useSession()
  const me = useMeQuery()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const next = search.get('next')
  const isOwnSignIn = useRef(false)
  const person = session.status === 'in' ? me.data : undefined
  const refuse = useEffectEvent(onRefused)

  useEffect(() => {
    if (!person || isHeld || isAskedForFactor(person)) return
    const to = destinationOf(person, next)
    if (person.kind === portal || person.kind === 'customer') {
      if (isOwnSignIn.current && !person.mustChangePassword)
        showToast({ tone: 'success', title: greetings[person.kind] })
    } else void handleWrongPortal(person, portal)
    if (person.kind === 'none') refuse(wrongPortalText(portal))
    isOwnSignIn.current = false
    if (to) void navigate(to, { replace: true })
  }, [person, portal, next, isHeld, navigate])

  return {
    person,
    /** There is a session, and the person is being loaded or redirected. */
    isLoadingUser: session.status === 'in' && !me.error,
    /** The error of loading the person. */
    error: session.status === 'in' ? me.error : null,
    retry: () => void me.refetch(),
    expectSignIn: (isExpected: boolean) => {
      isOwnSignIn.current = isExpected
    },
  }
}

/** The path to redirect to: `next` if it is in the person's portal, else its start page; none for a login without a portal. */
export function destinationOf({ kind, mustChangePassword }: Me, next: string | null = null): string | undefined {
  if (mustChangePassword) return PASSWORD_PAGE
  if (kind === 'none') return undefined
  return safeNextPath(next, [...portalRoots[kind], PASSWORD_PAGE]) ?? portalRoots[kind][0]
}
