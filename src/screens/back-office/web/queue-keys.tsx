// The keys that act on every screen of the back office.
import { useMatch, useNavigate } from 'react-router'
import { TICKET_LIST } from '#features/tickets/web/ticket-filters.tsx'
import { useNextRow } from '#screens/ticket/web/next-row.ts'
import { TO_DO_QUERY } from '#screens/ticket/web/shown-view.ts'
import { attempt } from '#shared/ui/failure-toast.ts'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { usePaletteActs } from '#shared/web/palette-acts.ts'
import { useShortcut } from '#shared/web/shortcut.ts'
import { rowIdOf } from '#shared/web/url.ts'

const ShortcutsDialog = lazyPart(() => import('./shortcuts.dialog.tsx').then((m) => m.ShortcutsDialog))

/** n goes from a ticket or an enquiry to the next one, and ? shows all keys. */
export function QueueKeys() {
  const [isHelping, setHelping] = useTransitionState(false)
  const ticket = useMatch('/backoffice/tickets/:id')
  const enquiry = useMatch('/backoffice/inbox/:id')
  const id = (ticket ?? enquiry)?.params.id
  const findNext = useNextRow(rowIdOf(id ?? ''), ticket ? 'ticket' : 'enquiry')
  const navigate = useNavigate()
  const goOn = () =>
    void attempt('Kunde inte hitta nästa ärende', async () => {
      await navigate((await findNext()) ?? `${TICKET_LIST}?${TO_DO_QUERY}`)
    })
  useShortcut('n', id ? goOn : undefined)
  useShortcut('?', () => setHelping(true))
  usePaletteActs([id !== undefined && { label: 'Nästa ärende', shortcut: 'n', target: goOn }])
  return isHelping && <ShortcutsDialog onClose={() => setHelping(false)} />
}
