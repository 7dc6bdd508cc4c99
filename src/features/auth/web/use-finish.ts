import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { showToast } from '#shared/ui/toast.tsx'
import { call } from '#shared/web/call.ts'
import { auth } from '../auth.contract.ts'
import { destinationOf } from './post-login.ts'

/** After a password was saved: refetches the person, who no longer has to change it, and navigates to the portal. */
export function useFinish() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async () => {
    showToast({ tone: 'success', title: 'Lösenordet är sparat' })
    // A response from before the change that is still pending would redirect back to this page.
    await queries.cancelQueries({ queryKey: ['me'] })
    queries.removeQueries({ queryKey: ['me'] })
    const me = await call(auth.me, {}).catch(() => undefined)
    if (me) queries.setQueryData(['me', me.userId], me)
    await navigate((me && destinationOf(me)) ?? '/auth', { replace: true })
  }
}
