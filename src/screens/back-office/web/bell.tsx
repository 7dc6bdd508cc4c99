import BellIcon from 'lucide-react/icons/bell'
import { COUNTED_NOTIFICATIONS } from '#features/inbox/staff-notifications.contract.ts'
import { plural } from '#shared/plural.rules.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'

const BellPanel = lazyPart(() => import('./bell-panel.tsx').then((m) => m.BellPanel))

type Props = {
  /** In the side menu, or in the bar above the page. */
  place: 'rail' | 'bar'
  unread: number
}

/** Shows how many notifications are unread, and opens their list. */
export function Bell({ place, unread }: Props) {
  const [isOpen, setOpen] = useTransitionState(false)
  return (
    <>
      <span className="relative inline-flex shrink-0">
        <IconButton
          icon={BellIcon}
          label={labelOf(unread)}
          tooltip="Notiser"
          tone={place === 'rail' ? 'rail' : 'plain'}
          onPress={() => setOpen(true)}
        />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute -top-1 -right-1 rounded-full bg-[#f0a560] px-1 text-xs leading-4 font-semibold text-[#241203] tabular-nums max-sm:top-0.5 max-sm:right-0.5 forced-colors:border"
          >
            {unread > 9 ? '9+' : unread}
          </span>
        )}
      </span>
      {isOpen && <BellPanel unread={unread} onClose={() => setOpen(false)} />}
    </>
  )
}

function labelOf(unread: number): string {
  if (unread === 0) return 'Notiser'
  const atLeast = unread >= COUNTED_NOTIFICATIONS ? 'minst ' : ''
  return `Notiser, ${atLeast}${plural(unread, 'oläst', 'olästa')}`
}
