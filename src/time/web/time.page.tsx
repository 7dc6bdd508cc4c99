import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarDays, Car } from 'lucide-react'
import { useCallback, useState } from 'react'
import { attempt, showFailure } from '#lib/ui/failure-toast.ts'
import { lazyPart } from '#lib/ui/lazy-part.tsx'
import { LinkButton } from '#lib/ui/link-button.tsx'
import { Page } from '#lib/ui/page.tsx'
import { QueryError } from '#lib/ui/query-error.tsx'
import { showToast } from '#lib/ui/toast.tsx'
import { useTransitionState } from '#lib/ui/transition-state.ts'
import { tableOf } from '#lib/web/pages.ts'
import type { TimeEntry } from '../time.contract.ts'
import { NewTimeForm } from './new-time.form.tsx'
import { timeQuery, useRemoveTime, useRestoreTime } from './time.api.ts'
import { TimeFilters, useTimeFilter } from './time-filters.tsx'
import { recoverableTime } from './time-recovery.ts'
import { TimeTable } from './time-table.tsx'

const ChangeTimeDialog = lazyPart(() => import('./change-time.dialog.tsx').then((m) => m.ChangeTimeDialog))

export function TimePage() {
  const filters = useTimeFilter()
  const list = useInfiniteQuery(timeQuery(filters.filter))
  const [copied, setCopied] = useState<{ entry: TimeEntry }>()
  const [changing, setChanging] = useTransitionState<TimeEntry | undefined>(recoverableTime())
  const remove = useRemoveWithUndo()

  const copy = useCallback((entry: TimeEntry) => {
    setCopied({ entry })
    showToast({ title: 'Tidrad kopierad - justera datum och spara', tone: 'info' })
  }, [])

  return (
    <Page
      title="Tidrapport"
      lead="Registrera och följ upp arbetad tid"
      action={
        <>
          <LinkButton to="/backoffice/time/expenses" icon={Car}>
            Resor och material
          </LinkButton>
          <LinkButton to="/backoffice/time/week" icon={CalendarDays}>
            Vecka
          </LinkButton>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <NewTimeForm copied={copied} />
        <TimeFilters {...filters} />
        {list.isError && !list.data ? (
          <QueryError title="Kunde inte hämta data" query={list} />
        ) : (
          <TimeTable
            {...tableOf(list)}
            isMine={Boolean(filters.filter.mine)}
            total={list.data?.pages[0]?.total}
            onCopy={copy}
            onChange={setChanging}
            onRemove={remove}
          />
        )}
      </div>
      {changing && <ChangeTimeDialog key={changing.id} entry={changing} onClose={() => setChanging(undefined)} />}
    </Page>
  )
}

/** Removes without confirmation, with an undo action in the toast. */
function useRemoveWithUndo() {
  const { mutate: remove } = useRemoveTime()
  const { mutateAsync: restore } = useRestoreTime()
  return useCallback(
    ({ id }: TimeEntry) => {
      const undo = async () => ((await attempt('Kunde inte ångra', () => restore(id))) ? id : undefined)
      remove(id, {
        onSuccess: () => showToast({ title: 'Tidrad borttagen', tone: 'success', undo }),
        onError: (error) => showFailure('Kunde inte ta bort tidrad', error),
      })
    },
    [remove, restore],
  )
}
