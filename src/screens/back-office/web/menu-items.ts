import {
  Archive,
  ChartColumn,
  Clock,
  FileText,
  LifeBuoy,
  Mail,
  ReceiptText,
  Settings,
  UserCog,
  Users,
} from 'lucide-react'
import type { ShellItem } from '#shared/ui/side-menu.tsx'

export const TICKETS = '/backoffice/tickets'
export const INBOX = '/backoffice/inbox'
export const ACCOUNT = '/backoffice/konto'

export const menuItems: readonly ShellItem[] = [
  { to: '/backoffice', label: 'Dashboard', icon: ChartColumn, isExact: true },
  { to: '/backoffice/time', label: 'Tidrapport', icon: Clock, phoneLabel: 'Tid' },
  { to: '/backoffice/customers', label: 'Kunder', icon: Users, phoneLabel: 'Kunder' },
  { to: TICKETS, label: 'Supportärenden', icon: LifeBuoy, phoneLabel: 'Ärenden' },
  { to: INBOX, label: 'Inkorg', icon: Mail },
  { to: '/backoffice/reports', label: 'Månadsrapport', icon: FileText, startsGroup: true },
  { to: '/backoffice/invoice-bases', label: 'Fakturaunderlag', icon: ReceiptText },
  { to: '/backoffice/archive', label: 'Arkiv', icon: Archive },
  { to: '/backoffice/users', label: 'Användare', icon: UserCog, startsGroup: true },
  { to: '/backoffice/settings', label: 'Inställningar', icon: Settings },
]
