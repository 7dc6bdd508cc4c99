// The badges of statuses and priorities.
import type { TicketPriority, TicketStatus } from './tickets.contract.ts'

export const statusBadges = {
  open: 'destructive',
  in_progress: 'secondary',
  resolved: 'outline',
  closed: 'default',
} as const satisfies Record<TicketStatus, string>

/** `isProminent`: also shown in a list on a phone, where there is little room. */
export const priorityBadges = {
  low: { variant: 'outline', emphasis: 'normal', isProminent: false },
  normal: { variant: 'secondary', emphasis: 'normal', isProminent: false },
  high: { variant: 'default', emphasis: 'normal', isProminent: true },
  urgent: { variant: 'destructive', emphasis: 'strong', isProminent: true },
} as const satisfies Record<TicketPriority, { variant: string; emphasis: 'normal' | 'strong'; isProminent: boolean }>
