// Two administrators who fill the same days: the later one is told what stands now, and chooses.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { ON_CALL_DAYS_MAX, OnCallDay } from '#features/on-call/on-call.contract.ts'
import { daysText } from '#features/on-call/on-call.rules.ts'
import { addDays, daysBetween } from '#shared/dates.rules.ts'
import { EditConflict } from '#shared/ui/edit-conflict.tsx'
import { conflictingRow } from '#shared/web/forms.ts'
import { showChanged } from '#shared/web/show-changed.ts'
import { seenDaysQuery, useFillDays } from './on-call.api.ts'

export type Period = { from: string; to: string }

const daysOf = ({ from, to }: Period): string[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, day) => addDays(from, day))

const isPeriod = ({ from, to }: Period) =>
  z.iso.date().safeParse(from).success &&
  z.iso.date().safeParse(to).success &&
  from <= to &&
  daysBetween(from, to) < ON_CALL_DAYS_MAX

type Conflict = Period & { changed: OnCallDay[] }

/**
 * Saves the people of a period unless somebody else has changed its days since it was chosen; then `conflict` has those days as
 * they are, `fill` returns false, and calling it again overwrites them.
 */
export function useFillSeenDays(period: Period) {
  const client = useQueryClient()
  const [found, setFound] = useState<Conflict>()
  useQuery({ ...seenDaysQuery(period.from, period.to), enabled: isPeriod(period) })
  const { mutateAsync } = useFillDays()
  const fill = async ({ from, to }: Period, people: string[]): Promise<boolean> => {
    const query = seenDaysQuery(from, to)
    const before = await client.ensureQueryData(query)
    const seen = before.map((day) => ({ day: day.day, people: idsOf(day) }))
    try {
      const saved = await mutateAsync({ days: daysOf({ from, to }), people, seen })
      await showChanged(client, query, saved)
      setFound(undefined)
      return true
    } catch (error) {
      const standing = conflictingRow(z.array(OnCallDay), error)
      if (!standing) throw error
      setFound({ from, to, changed: changedSince(before, standing, daysOf({ from, to })) })
      await showChanged(client, query, standing)
      return false
    }
  }
  // Chosen again, the period is seen anew.
  if (found && (found.from !== period.from || found.to !== period.to)) setFound(undefined)
  return { fill, conflict: found?.changed }
}

const idsOf = (day: OnCallDay | undefined) => day?.people.map(({ id }) => id) ?? []

/** The days on which others have jour than before, also those that are empty now. */
function changedSince(before: OnCallDay[], standing: OnCallDay[], days: string[]): OnCallDay[] {
  const [old, current] = [byDay(before), byDay(standing)]
  return days
    .filter((day) => idsOf(old.get(day)).join() !== idsOf(current.get(day)).join())
    .map((day) => current.get(day) ?? { day, people: [] })
}

const byDay = (days: OnCallDay[]) => new Map(days.map((one) => [one.day, one]))

const namesOf = ({ people }: OnCallDay) => people.map(({ fullName }) => fullName).join(', ')

/** The days that somebody else has changed, those with the same people together. */
export function RosterConflict({ changed }: { changed: OnCallDay[] }) {
  const groups = [...Map.groupBy(changed, namesOf)]
  return (
    <EditConflict
      title="Någon annan hann ändra jouren. Så här står den nu:"
      labels={Object.fromEntries(groups.map(([names, days]) => [names, daysText(days.map(({ day }) => day))]))}
      row={Object.fromEntries(groups.map(([names]) => [names, names || 'Ingen']))}
      hint="Det du har valt står kvar nedanför. Spara din version, eller låt den som står gälla."
    />
  )
}
