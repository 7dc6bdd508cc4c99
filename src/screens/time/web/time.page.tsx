import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useLocation } from 'react-router'
import type { TimeEntry } from '#features/time/time.contract.ts'
import { timeQuery, useRemoveTime, useRestoreTime } from '#features/time/web/time.api.ts'
import { attempt, showFailure } from '#shared/ui/failure-toast.ts'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { Page } from '#shared/ui/page.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { useArrivalState } from '#shared/web/arrival.ts'
import { tableOf } from '#shared/web/pages.ts'
import { NewTimeForm } from './new-time.form.tsx'
import { TimeFilters, useTimeFilter } from './time-filters.tsx'
import { TimePages } from './time-pages.tsx'
import { recoverableTime } from './time-recovery.ts'
import { TimeTable } from './time-table.tsx'

const ChangeTimeDialog = lazyPart(() => import('./change-time.dialog.tsx').then((m) => m.ChangeTimeDialog))

export function TimePage() {
  const filters = useTimeFilter()
  const list = useInfiniteQuery(timeQuery(filters.filter))
  const [copied, setCopied] = useState<{ entry: TimeEntry }>()
  const [changing, setChanging] = useTransitionState<TimeEntry | undefined>(recoverableTime())
  const remove = useRemoveWithUndo()
  const { key } = useLocation()
  const arrival = useArrivalState<{ focusesForm?: boolean }>()

  const copy = useCallback((entry: TimeEntry) => {
    setCopied({ entry })
    showToast({ title: 'Tidrad kopierad - justera datum och spara', tone: 'info' })
  }, [])

  return (
    <Page title="Tidrapport" lead="Registrera och följ upp arbetad tid">
      <TimePages />
      <div className="grid grid-cols-1 gap-5">
        <NewTimeForm copied={copied} wantedBy={arrival?.focusesForm ? key : undefined} />
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
