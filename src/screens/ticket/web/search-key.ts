import { useNavigate } from 'react-router'
import { TICKET_LIST } from '#features/tickets/web/ticket-filters.tsx'
import { useShortcut } from '#shared/web/shortcut.ts'

/** On a screen without a search, / opens the ticket list with the focus in its search. */
export function useSearchKey() {
  const navigate = useNavigate()
  useShortcut('/', () => void navigate(`${TICKET_LIST}?tab=active`, { state: { focusesSearch: true } }))
}
