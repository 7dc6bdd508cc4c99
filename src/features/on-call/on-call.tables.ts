// Tables of jour (platform/database/schema.ts).
import type { Generated, GeneratedAlways } from 'kysely'

type OnCallDays = { orgId: string; day: string; position: number; userId: string }

/** How an alarm ended; 'open' when the company was open at its arrival. */
export const alarmEnds = ['taken', 'assigned', 'answered', 'done', 'merged', 'lowered', 'open'] as const
export type AlarmEnd = (typeof alarmEnds)[number]

/** Added and taken by functions of the database. */
type OnCallAlarms = {
  orgId: string
  id: GeneratedAlways<string>
  ticketId: string | null
  enquiryId: string | null
  arrivedAt: GeneratedAlways<string>
  steps: Generated<number>
  nextAt: string | null
  endedAt: string | null
  endedAs: AlarmEnd | null
  takenBy: GeneratedAlways<string | null>
}

type OnCallAlarmSteps = { orgId: string; alarmId: string; step: number; userId: string; at: string }

declare module '#platform/database/schema.ts' {
  interface Schema {
    onCallDays: OnCallDays
    onCallAlarms: OnCallAlarms
    onCallAlarmSteps: OnCallAlarmSteps
  }
}
