import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useMe } from '#features/auth/web/me.ts'
import { TICKET_LIST } from '#features/tickets/web/ticket-filters.tsx'
import { useChangeOwnSettings } from '#features/users/web/own-settings.api.ts'
import { showToast } from '#shared/ui/toast.tsx'
import type { ToDoRow } from '../to-do.contract.ts'
import { useNextRow } from './next-row.ts'
import { TO_DO_QUERY } from './shown-view.ts'
import { toDoPath } from './to-do-row.ts'

type Left = Pick<ToDoRow, 'type' | 'id'> & {
  /** What 'Tillbaka till …' calls it. */
  name: string
  /** The text of the toast. */
  done: { title: string; text: string }
}

/**
 * Goes on after an answer that resolves a ticket, waits for its customer or completes an enquiry. Call `prepare` before sending,
 * which finds the next row while this one is still in its list, and what it returns after the server has answered.
 */
export function useGoOn({ type, id, name, done }: Left) {
  const { advances } = useMe()
  const findNext = useNextRow(id, type)
  const navigate = useNavigate()
  const change = useChangeOwnSettings()
  const isShown = useIsMounted()
  const prepare = () => {
    // Without the next one the user stays, as after 'Skicka'.
    const next = advances ? findNext().catch(() => null) : Promise.resolve(null)
    return async () => {
      const path = await next
      const toast = { ...done, tone: 'success' } as const
      // The user may have left while the answer was being sent.
      if (path === null || !isShown.current) return showToast(toast)
      const back = () => void navigate(toDoPath({ type, id }))
      await navigate(path ?? `${TICKET_LIST}?${TO_DO_QUERY}`)
      showToast({
        ...toast,
        action: { label: `Tillbaka till ${name}`, onPress: back },
        alternative: {
          label: 'Gå inte vidare',
          onPress: () => {
            change({ advances: false })
            back()
          },
        },
      })
    }
  }
  return { prepare }
}

function useIsMounted() {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
