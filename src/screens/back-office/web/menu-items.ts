import Archive from 'lucide-react/icons/archive'
import ChartColumn from 'lucide-react/icons/chart-column'
import Clock from 'lucide-react/icons/clock'
import FileText from 'lucide-react/icons/file-text'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import Mail from 'lucide-react/icons/mail'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Settings from 'lucide-react/icons/settings'
import UserCog from 'lucide-react/icons/user-cog'
import Users from 'lucide-react/icons/users'
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
