// How the badge of a status and of a priority looks.
import type { TicketPriority, TicketStatus } from './tickets.contract.ts'

export const statusBadges = {
  open: 'destructive',
  in_progress: 'secondary',
  resolved: 'outline',
  closed: 'default',
} as const satisfies Record<TicketStatus, string>

export const priorityBadges = {
  low: 'outline',
  normal: 'secondary',
  high: 'default',
  urgent: 'destructive',
} as const satisfies Record<TicketPriority, string>
