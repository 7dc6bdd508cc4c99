import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ChangedTimeEntry, NewTimeEntry, type TimeEntry } from '#features/time/time.contract.ts'
import { endsNextDay, type FullSpan } from '#features/time/time.rules.ts'
import { USUAL_KIND } from '#features/time/work-kinds.rules.ts'
import { addDays } from '#shared/dates.rules.ts'

/** The values of the fields; '' is an empty field. */
export type TimeValues = z.input<typeof NewTimeEntry>
type ChangedValues = z.input<typeof ChangedTimeEntry>

export const emptyTime = (today: string): TimeValues => ({
  customerId: '',
  ticketId: '',
  kind: USUAL_KIND,
  isRut: false,
  unbilledReason: null,
  workDate: today,
  timeFrom: '',
  timeTo: '',
  fromIsFirst: false,
  toIsFirst: false,
  description: '',
  notes: '',
  userId: '',
})

/** The next entry starts where the last one ended, on the next day if that one ended after midnight. */
export const nextTime = (saved: FullSpan, userId: TimeValues['userId']): TimeValues => ({
  ...emptyTime(endsNextDay(saved) ? addDays(saved.workDate, 1) : saved.workDate),
  timeFrom: saved.timeTo,
  fromIsFirst: saved.toIsFirst,
  userId,
})

/** A copy has today's date, no technician, and is billed; without clock times in the original, from and to must be typed. */
export const copiedTime = (entry: TimeEntry, today: string): TimeValues => ({
  ...valuesOf(entry),
  ...(!entry.isPlaced && { timeFrom: '', timeTo: '', fromIsFirst: false, toIsFirst: false }),
  workDate: today,
  unbilledReason: null,
  userId: '',
})

const valuesOf = ({
  customer,
  ticket,
  kind,
  isRut,
  unbilledReason,
  technician,
  workDate,
  timeFrom,
  timeTo,
  fromIsFirst,
  toIsFirst,
  description,
  notes,
}: TimeEntry) => ({
  customerId: customer.id,
  ticketId: ticket?.id ?? '',
  kind,
  isRut,
  unbilledReason,
  workDate,
  timeFrom,
  timeTo,
  fromIsFirst,
  toIsFirst,
  description: description ?? '',
  notes: notes ?? '',
  userId: technician.id,
})

export const changedValuesOf = (entry: TimeEntry): ChangedValues => ({ ...valuesOf(entry), version: entry.version })

export const useNewTimeForm = (defaultValues: TimeValues) =>
  useForm<TimeValues, unknown, z.output<typeof NewTimeEntry>>({ resolver: zodResolver(NewTimeEntry), defaultValues })

export const useTimeForm = (entry: TimeEntry) =>
  useForm<ChangedValues, unknown, z.output<typeof ChangedTimeEntry>>({
    resolver: zodResolver(ChangedTimeEntry),
    defaultValues: changedValuesOf(entry),
  })
