import { useQuery } from '@tanstack/react-query'
import { Archive, ChartColumn, Clock, FileText, LifeBuoy, Mail, Settings, UserCog, Users } from 'lucide-react'
import { useState } from 'react'
import { Outlet, useMatches } from 'react-router'
import { RequireStaff, signOut, useMe } from '#auth/web/session.api.ts'
import { enquiryKeysOf, unreadQuery } from '#enquiries/web/enquiries.api.ts'
import { roleLabels } from '#lib/roles.rules.ts'
import { NotFoundPage } from '#lib/ui/not-found.tsx'
import { OfflineBanner } from '#lib/ui/offline-banner.tsx'
import { Shell, type ShellItem } from '#lib/ui/shell.tsx'
import { useLive } from '#live/web/live.api.ts'
import { ticketKeysOf } from '#tickets/web/tickets.api.ts'

const INBOX = '/backoffice/inbox'

const items: readonly ShellItem[] = [
  { to: '/backoffice', label: 'Dashboard', icon: ChartColumn, isExact: true },
  { to: '/backoffice/time', label: 'Tidrapport', icon: Clock, phoneLabel: 'Tid' },
  { to: '/backoffice/customers', label: 'Kunder', icon: Users, phoneLabel: 'Kunder' },
  { to: '/backoffice/tickets', label: 'Supportärenden', icon: LifeBuoy, phoneLabel: 'Ärenden' },
  { to: INBOX, label: 'Inkorg', icon: Mail },
  { to: '/backoffice/reports', label: 'Månadsrapport', icon: FileText, startsGroup: true },
  { to: '/backoffice/archive', label: 'Arkiv', icon: Archive },
  { to: '/backoffice/users', label: 'Användare', icon: UserCog, startsGroup: true },
  { to: '/backoffice/settings', label: 'Inställningar', icon: Settings },
]

/** The frame of every back-office screen; redirects anybody but staff. A visitor at an unknown path sees the 404 page. */
export function BackOffice() {
  const isUnknownPath = useMatches().some(({ params }) => params['*'] !== undefined)
  return (
    <RequireStaff signedOut={isUnknownPath && <NotFoundPage />}>
      <Frame />
    </RequireStaff>
  )
}

function Frame() {
  const { userId, fullName, email, role } = useMe()
  const isOnline = useLive({ userId, keysOf: (event) => [...ticketKeysOf(event), ...enquiryKeysOf(event)] })
  const { data: unread } = useQuery(unreadQuery)
  const [isSigningOut, setSigningOut] = useState(false)
  const logOut = () => {
    setSigningOut(true)
    void signOut()
  }
  return (
    <Shell
      items={items.map((item) => (item.to === INBOX ? { ...item, count: unread } : item))}
      user={{ name: fullName ?? email, role: role ? roleLabels[role] : '' }}
      onLogout={logOut}
      isLoggingOut={isSigningOut}
      banner={!isOnline && <OfflineBanner />}
    >
      <Outlet />
    </Shell>
  )
}
