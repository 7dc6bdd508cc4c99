import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { showToast } from '#lib/ui/toast.tsx'
import type { Me } from '../auth.contract.ts'
import { followable } from '../next.rules.ts'
import { useMeQuery } from './me.ts'
import { useSession } from './session.ts'
import { handleWrongPortal, type Place } from './wrong-portal.ts'

/** Where each kind of login is at home; of `?next=` only what lies below. */
const homes = { staff: ['/backoffice', '/bo', '/api/docs'], customer: ['/customer-portal'] } as const
const welcomes = { staff: 'Inloggad!', customer: 'Välkommen till supportportalen' } as const

/**
 * Takes whoever is signed in onward from a login page: at load, and when a sign-in changes here or in another tab. `welcome`
 * says that a sign-in of the person's own, on this page, is on its way.
 */
export function usePostLogin(place: Place) {
  const session = useSession()
  const me = useMeQuery()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const next = search.get('next')
  const isOwn = useRef(false)
  const person = session.status === 'in' ? me.data : undefined

  useEffect(() => {
    if (!person) return
    const to = destinationOf(person, next)
    if (person.kind === place || person.kind === 'customer') {
      if (isOwn.current && !person.mustChangePassword) showToast({ tone: 'success', title: welcomes[person.kind] })
    } else void handleWrongPortal(person, place)
    isOwn.current = false
    if (to) void navigate(to, { replace: true })
  }, [person, place, next, navigate])

  return {
    /** The session is there and the person is being asked for. */
    isArriving: session.status === 'in' && !me.error,
    /** Why it is not known who signed in. */
    error: session.status === 'in' ? me.error : null,
    retry: () => void me.refetch(),
    welcome: (isExpected: boolean) => {
      isOwn.current = isExpected
    },
  }
}

/** The person's own place, or a page below it; nowhere for a login that belongs to nobody. */
export function destinationOf({ kind, mustChangePassword }: Me, next: string | null = null): string | undefined {
  if (mustChangePassword) return '/nytt-losenord'
  if (kind === 'none') return undefined
  return followable(next, homes[kind]) ?? homes[kind][0]
}
