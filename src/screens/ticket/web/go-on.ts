import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useMe } from '#features/auth/web/me.ts'
import type { TicketRow } from '#features/tickets/tickets.contract.ts'
import { TICKET_LIST } from '#features/tickets/web/ticket-filters.tsx'
import { useChangeOwnSettings } from '#features/users/web/own-settings.api.ts'
import { showToast } from '#shared/ui/toast.tsx'
import { useNextRow } from './next-row.ts'
import { TO_DO_QUERY } from './shown-view.ts'

/**
 * Goes on after an answer that resolves the ticket or waits for the customer. Call `prepare` before sending, which finds the next row while the
 * ticket is still in its list, and what it returns after the server has answered.
 */
export function useGoOn({ id, ticketNumber }: Pick<TicketRow, 'id' | 'ticketNumber'>) {
  const { advances } = useMe()
  const findNext = useNextRow(id)
  const navigate = useNavigate()
  const change = useChangeOwnSettings()
  const isShown = useIsMounted()
  const prepare = () => {
    // Without the next one the user stays, as after 'Skicka'.
    const next = advances ? findNext().catch(() => null) : Promise.resolve(null)
    return async () => {
      const path = await next
      const done = { title: 'Uppdaterad!', text: 'Ticket har uppdaterats', tone: 'success' } as const
      // The user may have left the ticket while its answer was being sent.
      if (path === null || !isShown.current) return showToast(done)
      const back = () => void navigate(`${TICKET_LIST}/${id}`)
      await navigate(path ?? `${TICKET_LIST}?${TO_DO_QUERY}`)
      showToast({
        ...done,
        action: { label: `Tillbaka till #${ticketNumber}`, onPress: back },
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
