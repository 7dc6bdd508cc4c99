import { Archive, ChartColumn, Clock, FileText, Inbox, Settings, UserCog, Users } from 'lucide-react'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { leave, RequireStaff, useMe } from '#auth/web/session.api.ts'
import { Shell, type ShellItem } from '#lib/ui/shell.tsx'

const items: readonly ShellItem[] = [
  { to: '/backoffice', label: 'Dashboard', icon: ChartColumn, isExact: true },
  { to: '/backoffice/time', label: 'Tidrapport', icon: Clock, phoneLabel: 'Tid' },
  { to: '/backoffice/customers', label: 'Kunder', icon: Users, phoneLabel: 'Kunder' },
  { to: '/backoffice/tickets', label: 'Supportärenden', icon: Inbox, phoneLabel: 'Ärenden' },
  { to: '/backoffice/reports', label: 'Månadsrapport', icon: FileText, startsGroup: true },
  { to: '/backoffice/archive', label: 'Arkiv', icon: Archive },
  { to: '/backoffice/users', label: 'Användare', icon: UserCog, startsGroup: true },
  { to: '/backoffice/settings', label: 'Inställningar', icon: Settings },
]

/** The frame of every back-office screen; who does not belong here is taken where they do. */
export function BackOffice() {
  return (
    <RequireStaff>
      <Frame />
    </RequireStaff>
  )
}

function Frame() {
  const { fullName, email, role, organization } = useMe()
  const [isLeaving, setLeaving] = useState(false)
  const logOut = () => {
    setLeaving(true)
    void leave()
  }
  return (
    <Shell
      items={items}
      user={{ name: fullName ?? email, role: role === 'admin' ? 'Administratör' : 'Tekniker' }}
      companyName={organization ?? undefined}
      onLogout={logOut}
      isLoggingOut={isLeaving}
    >
      <Outlet />
    </Shell>
  )
}
