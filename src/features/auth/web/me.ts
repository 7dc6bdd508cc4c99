import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { readableAddress } from '#shared/email.rules.ts'
import { isAdmin, isOf, type StaffAudience } from '#shared/roles.rules.ts'
import { call } from '#shared/web/call.ts'
import { formsRestored } from '#shared/web/form-recovery.ts'
import { auth, type Me } from '../auth.contract.ts'
import { currentSession, onceRead, onceSignedIn, useSession } from './session.ts'

const meQuery = (userId: string) =>
  queryOptions({
    queryKey: ['me', userId],
    // Screens render once the person is loaded; restored forms must be ready then, so that their dialogs open.
    queryFn: async ({ signal }) => (await Promise.all([call(auth.me, {}, { signal }), formsRestored()]))[0],
  })

/** Resolves with the person once somebody is signed in. */
export async function signedInPerson(client: QueryClient): Promise<Me> {
  await onceSignedIn()
  const session = currentSession()
  return session.status === 'in' ? client.ensureQueryData(meQuery(session.userId)) : signedInPerson(client)
}

/** Resolves when the person is loaded or cannot be loaded, or nobody is signed in. */
export async function personKnown(client: QueryClient): Promise<void> {
  await onceRead()
  if (currentSession().status === 'in') await signedInPerson(client).catch(() => undefined)
}

/** The person of the session; no data without a session. */
export function useMeQuery() {
  const session = useSession()
  const userId = session.status === 'in' ? session.userId : ''
  return useQuery({ ...meQuery(userId), enabled: userId !== '' })
}

/** Whether the login page asks the person for a second factor. A login without a portal is signed out instead. */
export const isAskedForFactor = ({ kind, needs }: Me): boolean => needs === 'factor' && kind !== 'none'

export const MeContext = createContext<Me | undefined>(undefined)

/** The signed-in person, inside RequireStaff or RequireCustomer. */
export function useMe(): Me {
  const me = useContext(MeContext)
  if (!me) throw new Error('useMe() outside of RequireStaff and RequireCustomer')
  return me
}

/** What others call that person: the name, or the address while there is none. */
export function useOwnName(): string {
  const { fullName, email } = useMe()
  return fullName ?? readableAddress(email)
}

/** Whether that person is an administrator. */
export const useIsAdmin = (): boolean => isAdmin(useMe())

/** Whether that person belongs to the endpoint's audience of staff. */
export const useMayCall = ({ allow }: { allow: StaffAudience }): boolean => isOf(allow, useMe())
