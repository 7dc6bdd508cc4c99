// How the badge of a status and of a priority looks.
import type { TicketPriority, TicketStatus } from './tickets.contract.ts'

export const statusBadges = {
  open: 'destructive',
  in_progress: 'secondary',
  resolved: 'outline',
  closed: 'default',
} as const satisfies Record<TicketStatus, string>

/** `standsOut`: has room in a list on a phone. */
export const priorityBadges = {
  low: { variant: 'outline', emphasis: 'normal', standsOut: false },
  normal: { variant: 'secondary', emphasis: 'normal', standsOut: false },
  high: { variant: 'default', emphasis: 'normal', standsOut: true },
  urgent: { variant: 'destructive', emphasis: 'strong', standsOut: true },
} as const satisfies Record<TicketPriority, { variant: string; emphasis: 'normal' | 'strong'; standsOut: boolean }>
