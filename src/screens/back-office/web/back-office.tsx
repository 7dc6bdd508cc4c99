import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Outlet, useMatches } from 'react-router'
import { factorSoonRequired } from '#features/auth/factor-notice.rules.ts'
import { FactorNotice } from '#features/auth/web/factor-notice.tsx'
import { LinkToGiveHost } from '#features/auth/web/link-to-give.tsx'
import { useMe, useOwnName } from '#features/auth/web/me.ts'
import { RequireStaff } from '#features/auth/web/require.tsx'
import { useSignOut } from '#features/auth/web/use-sign-out.tsx'
import type { MenuCounts } from '#features/inbox/menu-counts.contract.ts'
import { countsQuery } from '#features/inbox/web/menu-counts.api.ts'
import type { Alarm } from '#features/on-call/on-call-now.contract.ts'
import { useLive } from '#platform/live/web/live-events.ts'
import { OnCallLine } from '#screens/on-call/web/on-call-line.tsx'
import { RunningAlarms } from '#screens/on-call/web/running-alarms.tsx'
import { ClockQuestion, ClockTool } from '#screens/time/web/clock.lazy.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { formatNumber, plural } from '#shared/plural.rules.ts'
import { roleLabel } from '#shared/roles.rules.ts'
import { ConfirmationHost } from '#shared/ui/confirmation-host.tsx'
import { useTitleCount } from '#shared/ui/document-title.ts'
import { NotFoundPage } from '#shared/ui/not-found.tsx'
import { OfflineBanner } from '#shared/ui/offline-banner.tsx'
import { Shell } from '#shared/ui/shell.tsx'
import type { ShellItem } from '#shared/ui/side-menu.tsx'
import { ShortcutsEnabled } from '#shared/web/shortcut.ts'
import { Bell } from './bell.tsx'
import { keysOf } from './live-keys.ts'
import { ACCOUNT, INBOX, menuItems, TICKETS } from './menu-items.ts'
import { SearchButton, usePalette } from './palette-key.tsx'
import { QueueKeys } from './queue-keys.tsx'
import { useReadOpened } from './read-opened.ts'

/**
 * The layout of every back-office screen; redirects everybody but staff. A visitor at an unknown path sees the 404
 * page.
 */
export function BackOffice() {
  const isUnknownPath = useMatches().some(({ params }) => params['*'] !== undefined)
  return (
    <RequireStaff signedOut={isUnknownPath && <NotFoundPage />}>
      <BackOfficeLayout />
    </RequireStaff>
  )
}

/** The same for a person who is known to be staff. */
export function BackOfficeLayout() {
  const { userId, role, usesShortcuts } = useMe()
  const name = useOwnName()
  const isOnline = useLive({
    userId,
    keysOf: (event) => keysOf.flatMap((ofFeature) => ofFeature(event)),
  })
  const { data: counts } = useQuery(countsQuery)
  const unread = counts?.notifications ?? 0
  const isUrgent = counts !== undefined && counts.urgent + counts.inbox.urgent > 0
  useReadOpened(unread)
  useTitleCount(counts ? counts.attention + counts.inbox.attention : 0)
  const { request, isSigningOut, question } = useSignOut()
  const { open, palette } = usePalette()
  return (
    <ShortcutsEnabled value={usesShortcuts}>
      <Shell
        items={counts ? menuItems.map((item) => withCount(item, counts)) : menuItems}
        user={{
          name,
          role: role ? roleLabel(role) : '',
          account: ACCOUNT,
        }}
        onLogout={() => void request()}
        isLoggingOut={isSigningOut}
        tool={(place) => {
          const search = <SearchButton key="search" place={place} onPress={open} />
          const clock = <ClockTool key="clock" place={place} />
          // The clock comes later: in the bar it would push the search from under a finger.
          return place === 'bar' ? [clock, search] : [search, clock]
        }}
        note={<OnCallLine place="rail" isUrgent={isUrgent} />}
        bell={(place) => <Bell place={place} unread={unread} />}
        banner={<Banner isOnline={isOnline} isUrgent={isUrgent} alarms={counts?.onCall.alarms} question={question} />}
      >
        <Outlet />
        <LinkToGiveHost />
        <ConfirmationHost />
        <QueueKeys />
        {palette}
      </Shell>
    </ShortcutsEnabled>
  )
}

type BannerProps = { isOnline: boolean; isUrgent: boolean; alarms: Alarm[] | undefined; question: ReactNode }

/** What stands above every page. */
function Banner({ isOnline, isUrgent, alarms = [], question }: BannerProps) {
  const today = todayInStockholm()
  const requiredFrom = factorSoonRequired(useMe(), today)
  return (
    <>
      <OnCallLine place="bar" isUrgent={isUrgent} />
      {!isOnline && <OfflineBanner />}
      <RunningAlarms alarms={alarms} />
      {requiredFrom && <FactorNotice key={today} requiredFrom={requiredFrom} today={today} account={ACCOUNT} />}
      <ClockQuestion />
      {question}
    </>
  )
}

function withCount(item: ShellItem, { waiting, urgent, attention, inbox }: MenuCounts): ShellItem {
  if (item.to === INBOX) {
    const unread = inbox.unread > 0 ? plural(inbox.unread, 'oläst', 'olästa') : ''
    return { ...item, count: inbox.attention, isUrgent: inbox.urgent > 0, countText: () => withUrgent(unread, inbox) }
  }
  if (item.to !== TICKETS) return item
  const waits = `${formatNumber(waiting)} väntar på oss`
  return { ...item, count: attention, isUrgent: urgent > 0, countText: () => withUrgent(waits, { urgent }) }
}

const withUrgent = (text: string, { urgent }: { urgent: number }) =>
  [text, urgent > 0 && plural(urgent, 'akut', 'akuta')].filter(Boolean).join(', ')
