// Who has jour now, apart from the endpoints, which only the page of Inställningar needs.
import { z } from 'zod'
import { Id } from '#shared/contract.ts'

export const OnCallPerson = z.object({ id: Id, fullName: z.string() })

/** An alarm that nobody has taken yet. */
export const Alarm = z.object({
  id: Id,
  ticket: z.object({ id: Id, ticketNumber: z.int(), title: z.string() }).nullable(),
  enquiry: z.object({ id: Id, name: z.string() }).nullable(),
  arrivedAt: z.iso.datetime(),
  /** Who has been alarmed when. */
  steps: z.array(z.object({ at: z.iso.datetime(), people: z.array(z.string()) })),
})
export type Alarm = z.infer<typeof Alarm>

/** A part of the numbers in the menu (`/api/counts`), as every screen of staff shows it. */
export const OnCallNow = z.object({
  people: z.array(OnCallPerson),
  /** When the next in the roster take over. */
  until: z.iso.datetime(),
  /** The last day that is filled in; null for a company that does not use jour. */
  lastDay: z.iso.date().nullable(),
  /** The days from today on without anybody, of a company that uses jour. */
  gaps: z.array(z.iso.date()),
  alarms: z.array(Alarm),
})
export type OnCallNow = z.infer<typeof OnCallNow>
