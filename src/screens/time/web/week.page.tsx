import { useQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import type { TimeEntry } from '#features/time/time.contract.ts'
import { weekDateOf, weekQuery } from '#features/time/web/time.api.ts'
import { linesOf, WEEK_DAYS, type WeekLine } from '#features/time/week.rules.ts'
import { addDays, mondayOf } from '#shared/dates.rules.ts'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { formatWeek, isoWeek } from '#shared/ui/format.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { Page } from '#shared/ui/page.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { SaveStatus } from '#shared/ui/save-status.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { useUrlFilter } from '#shared/web/url.ts'
import { recoverableLine } from './line-work-recovery.ts'
import { useSaveCell } from './save-cell.ts'
import { TimePages } from './time-pages.tsx'
import { useSaveState, useTypedLines } from './unsent-cells.ts'
import { AddLine, CopyLastWeek, useLineWork, useStoredLines } from './week-lines.tsx'
import { WeekTable, type WeekTableProps } from './week-table.tsx'
import { WeekVisits } from './week-visits.tsx'

const ChangeTimeDialog = lazyPart(() => import('./change-time.dialog.tsx').then((m) => m.ChangeTimeDialog))
const LineWorkDialog = lazyPart(() => import('./line-work.dialog.tsx').then((m) => m.LineWorkDialog))
const WeekRowsDialog = lazyPart(() => import('./week-rows.dialog.tsx').then((m) => m.WeekRowsDialog))

/** The user's week: hours are typed in cells, one for each customer or ticket and day. */
export function WeekPage() {
  const { chosen, set } = useUrlFilter<'date'>()
  const monday = mondayOf(weekDateOf(chosen))
  const week = useQuery(weekQuery(monday))
  const { stored, keep } = useStoredLines(monday)
  const [opened, setOpened] = useState<readonly TimeEntry[]>()
  const rows = week.data?.rows
  const typed = useTypedLines(monday)
  const lines = rows && linesOf(rows, [...typed, ...stored])
  return (
    <Page
      title={`Vecka ${isoWeek(monday).week}`}
      tabTitle={`Vecka ${isoWeek(monday).week} – Tidrapport`}
      lead={`${monday} till ${addDays(monday, WEEK_DAYS - 1)}`}
      action={<CopyLastWeek monday={monday} onAdd={keep} />}
    >
      <TimePages />
      <div className="grid grid-cols-1 gap-5">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Weeks monday={monday} onChoose={(date) => set('date', date)} />
          <SaveStatus state={useSaveState()} />
        </div>
        <WeekVisits monday={monday} />
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
          <TypedWeek
            key={monday}
            monday={monday}
            lines={lines}
            rows={rows}
            closedDays={week.data?.closedDays ?? []}
            onOpen={setOpened}
          />
        )}
        <AddLine onAdd={keep} />
      </div>
      <CellDialogs rows={opened} onClose={() => setOpened(undefined)} />
    </Page>
  )
}

type CellDialogsProps = { rows: readonly TimeEntry[] | undefined; onClose: () => void }

/** The rows of an opened cell, and then the dialog of the one to change. */
function CellDialogs({ rows, onClose }: CellDialogsProps) {
  const [changing, setChanging] = useState<TimeEntry>()
  const change = (row: TimeEntry) => {
    onClose()
    setChanging(row)
  }
  return (
    <>
      {rows && <WeekRowsDialog rows={rows} onChange={change} onClose={onClose} />}
      {changing && <ChangeTimeDialog key={changing.id} entry={changing} onClose={() => setChanging(undefined)} />}
    </>
  )
}

type TypedWeekProps = Pick<WeekTableProps, 'monday' | 'lines' | 'rows' | 'closedDays' | 'onOpen'>

/** The table, with the questions about a saved cell and the dialog of a line. */
function TypedWeek({ rows, ...table }: TypedWeekProps) {
  const { save, question } = useSaveCell()
  const { workOf, setWork } = useLineWork(rows)
  const [describing, setDescribing] = useState<WeekLine | undefined>(recoverableLine(table.lines))
  return (
    <>
      <WeekTable {...table} rows={rows} workOf={workOf} onSave={save} onDescribe={setDescribing} />
      {describing && (
        <LineWorkDialog
          line={describing}
          work={workOf(describing)}
          onChange={(work) => setWork(describing, work)}
          onClose={() => setDescribing(undefined)}
        />
      )}
      {question}
    </>
  )
}

type WeeksProps = { monday: string; onChoose: (date: string) => void }

const Weeks = ({ monday, onChoose }: WeeksProps) => (
  <nav aria-label="Veckor" className="flex items-center gap-1">
    <IconButton icon={ChevronLeft} label="Föregående vecka" onPress={() => onChoose(addDays(monday, -WEEK_DAYS))} />
    <span className="min-w-14 text-center font-semibold tabular-nums">{formatWeek(monday)}</span>
    <IconButton icon={ChevronRight} label="Nästa vecka" onPress={() => onChoose(addDays(monday, WEEK_DAYS))} />
  </nav>
)
