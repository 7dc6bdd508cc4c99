import type { LucideIcon } from 'lucide-react'
import LogOut from 'lucide-react/icons/log-out'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { formatNumber } from '../plural.rules.ts'
import { IconButton } from './icon-button.tsx'
import { Logo } from './logo.tsx'
import { isCurrentPath, RouteLink } from './route-link.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

export type ShellItem = {
  to: string
  label: string
  icon: LucideIcon
  /** Number of waiting items, such as new enquiries; 0 is not shown. */
  count?: number | undefined
  /** The count for screen readers: '2 olästa'. */
  countText?: () => string
  /** Whether some of them are urgent. */
  isUrgent?: boolean
  /** Adds it to the bottom bar on phones: 'Tid', 'Ärenden', 'Kunder'. */
  phoneLabel?: string
  /** Current for exactly this path only (the start page). */
  isExact?: boolean
  /** Adds a separator above. */
  startsGroup?: boolean
}

export type SideMenuProps = {
  items: readonly ShellItem[]
  /** `account` is the path of the user's account, to which the name links. */
  user: { name: string; role: string; account: string }
  onLogout: () => void
  isLoggingOut?: boolean
  /** Called when an item is chosen; the drawer closes. */
  onChoose?: () => void
  /** Below the company's name. */
  tool?: ReactNode
  /** Beside the company's name. */
  bell?: ReactNode
  /** Above the user's name. */
  note?: ReactNode
}

/** The count of an item for screen readers; empty when it is 0. */
export const countTextOf = ({ count, countText }: ShellItem) => (count ? (countText?.() ?? formatNumber(count)) : '')

/** Whether something urgent waits in one of the items. */
export const hasUrgent = (items: readonly ShellItem[]) => items.some(({ count, isUrgent }) => count && isUrgent)

/** The content of the side menu, also in the drawer. */
export function SideMenu({ items, user, onLogout, isLoggingOut = false, onChoose, tool, bell, note }: SideMenuProps) {
  return (
    <div className="on-rail flex h-full flex-col bg-rail text-rail-ink low:h-auto low:min-h-full forced-colors:border-r">
      <div className="flex h-16 shrink-0 items-center justify-between gap-2 px-4">
        <Logo isOnRail />
        {bell}
      </div>
      {tool && <div className="min-h-23 shrink-0 px-4 pb-3">{tool}</div>}
      <nav aria-label="Huvudmeny" className="flex-1 overflow-y-auto px-2 py-1">
        <ul className="flex flex-col gap-0.5">
          {items.map((item) => (
            <li key={item.to} className={item.startsGroup ? 'mt-2 border-t border-rail-line pt-2' : ''}>
              <SideLink item={item} {...(onChoose && { onChoose })} />
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex flex-col gap-3 border-t border-rail-line p-4">
        {note}
        <ThemeSwitch tone="rail" />
        <div className="flex items-center gap-2">
          <AccountLink user={user} {...(onChoose && { onChoose })} />
          <IconButton icon={LogOut} label="Logga ut" tone="rail" onPress={onLogout} isPending={isLoggingOut} />
        </div>
      </div>
    </div>
  )
}

function AccountLink({ user: { name, role, account }, onChoose }: Pick<SideMenuProps, 'user' | 'onChoose'>) {
  const isCurrent = isCurrentPath(useLocation().pathname, account)
  return (
    <RouteLink
      to={account}
      onClick={onChoose}
      title="Ditt konto"
      aria-current={isCurrent ? 'page' : undefined}
      className={`-my-1 -ml-2 min-w-0 flex-1 rounded-sm py-1 pl-2 transition-colors ${isCurrent ? 'system-chosen bg-rail-current' : 'hover:bg-rail-hover'}`}
    >
      <span className="block truncate text-base font-medium text-rail-ink-strong">{name}</span>
      <span className="block truncate text-sm">{role}</span>
      <span className="sr-only">, ditt konto</span>
    </RouteLink>
  )
}

function SideLink({ item, onChoose }: { item: ShellItem; onChoose?: () => void }) {
  const { to, label, icon: Icon, count, isExact, isUrgent } = item
  const isCurrent = isCurrentPath(useLocation().pathname, to, isExact)
  return (
    <RouteLink
      to={to}
      onClick={onChoose}
      aria-current={isCurrent ? 'page' : undefined}
      className={`relative flex h-9 items-center gap-3 rounded-sm px-3 text-base font-medium transition-colors max-rail:h-11 ${
        isCurrent
          ? 'system-chosen bg-rail-current text-rail-ink-strong before:absolute before:inset-y-2 before:left-0 before:w-0.75 before:rounded-full before:bg-[#f0a560] forced-colors:before:bg-system-highlight-text'
          : 'hover:bg-rail-hover hover:text-rail-ink-strong'
      }`}
    >
      <Icon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.75} />
      <span className="flex-1 truncate">{label}</span>
      {Boolean(count) && (
        <>
          <span
            aria-hidden="true"
            className={`rounded-full px-1.5 text-xs leading-5 font-semibold tabular-nums forced-colors:border ${isUrgent ? 'bg-danger text-on-danger' : 'bg-[#f0a560] text-[#241203]'}`}
          >
            {formatNumber(count ?? 0)}
          </span>
          <span className="sr-only">, {countTextOf(item)}</span>
        </>
      )}
    </RouteLink>
  )
}
