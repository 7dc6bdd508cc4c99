import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { addDays, mondayOf } from '#lib/dates.rules.ts'
import { EmptyState } from '#lib/ui/empty-state.tsx'
import { formatWeek, isoWeek } from '#lib/ui/format.ts'
import { IconButton } from '#lib/ui/icon-button.tsx'
import { lazyPart } from '#lib/ui/lazy-part.tsx'
import { Page } from '#lib/ui/page.tsx'
import { QueryError } from '#lib/ui/query-error.tsx'
import { Skeleton } from '#lib/ui/skeleton.tsx'
import { useUrlFilter } from '#lib/web/url.ts'
import type { TimeEntry } from '../time.contract.ts'
import { linesOf, WEEK_DAYS } from '../week.rules.ts'
import { useSaveCell } from './save-cell.ts'
import { weekDateOf, weekQuery } from './time.api.ts'
import { AddLine, CopyLastWeek, useKeptLines } from './week-lines.tsx'
import { WeekTable } from './week-table.tsx'

const ChangeTimeDialog = lazyPart(() => import('./change-time.dialog.tsx').then((m) => m.ChangeTimeDialog))
const WeekRowsDialog = lazyPart(() => import('./week-rows.dialog.tsx').then((m) => m.WeekRowsDialog))

/** The own week: hours are typed in cells, one for each customer or ticket and day. */
export function WeekPage() {
  const { chosen, set } = useUrlFilter<'date'>()
  const monday = mondayOf(weekDateOf(chosen))
  const week = useQuery(weekQuery(monday))
  const { kept, keep } = useKeptLines(monday)
  const save = useSaveCell()
  const [opened, setOpened] = useState<readonly TimeEntry[]>()
  const [changing, setChanging] = useState<TimeEntry>()
  const rows = week.data?.rows
  const lines = rows && linesOf(rows, kept)
  return (
    <Page
      title={`Vecka ${isoWeek(monday).week}`}
      lead={`${monday} till ${addDays(monday, WEEK_DAYS - 1)}`}
      back={{ to: '/backoffice/time', label: 'Tidrapport' }}
      action={<CopyLastWeek monday={monday} onAdd={keep} />}
    >
      <div className="grid grid-cols-1 gap-5">
        <nav aria-label="Veckor" className="flex items-center gap-1">
          <IconButton
            icon={ChevronLeft}
            label="Föregående vecka"
            onPress={() => set('date', addDays(monday, -WEEK_DAYS))}
          />
          <span className="min-w-14 text-center font-semibold tabular-nums">{formatWeek(monday)}</span>
          <IconButton icon={ChevronRight} label="Nästa vecka" onPress={() => set('date', addDays(monday, WEEK_DAYS))} />
        </nav>
        {week.isError && !rows ? (
          <QueryError title="Kunde inte hämta data" query={week} />
        ) : !rows || !lines ? (
          <Skeleton className="h-72" />
        ) : lines.length === 0 ? (
          <EmptyState
            title="Ingen tid den här veckan"
            text="Lägg till en rad här nedanför, eller kopiera förra veckan."
          />
        ) : (
          <WeekTable key={monday} {...{ monday, lines, rows }} onSave={save} onOpen={setOpened} />
        )}
        <AddLine onAdd={keep} />
      </div>
      {opened && (
        <WeekRowsDialog
          rows={opened}
          onChange={(row) => {
            setOpened(undefined)
            setChanging(row)
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
      {changing && <ChangeTimeDialog key={changing.id} entry={changing} onClose={() => setChanging(undefined)} />}
    </Page>
  )
}
