// The part of expectations.ts about what the frame of every screen of staff shows: counts, notifications and jour.
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import type { Line } from './expected-line.ts'

export const frameExpectations: Record<string, Line> = {
  'GET /api/counts': { for: 'staff' },
  'GET /api/notifications': { for: 'staff' },
  'PUT /api/notifications/read': { for: 'staff', sends: {}, done: 204 },
  'GET /api/on-call/days': { for: 'staff', query: '?from=2026-11-01&to=2026-11-30' },
  'PUT /api/on-call/days': { for: 'admin', sends: { days: [addDays(todayInStockholm(), 1)], people: [], seen: [] } },
  'DELETE /api/on-call/days': { for: 'admin', done: 204 },
  'POST /api/on-call/alarms/:id/take': { for: 'staff', ids: ['alarm'], done: 204 },
}
