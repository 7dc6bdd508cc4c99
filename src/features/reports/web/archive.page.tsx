import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { nameOf } from '#features/customers/web/customer-choices.api.ts'
import type { TimeEntry } from '#features/time/time.contract.ts'
import { timeListOf, timesText } from '#features/time/time.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { formatHours } from '#shared/ui/format.ts'
import { LinkButton } from '#shared/ui/link-button.tsx'
import { Page } from '#shared/ui/page.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { tableOf } from '#shared/web/pages.ts'
import { archiveQuery, archiveTotalQuery, useReactivateTime } from './archive.api.ts'
import { type ArchiveFiltering, ArchiveFilters, useArchiveFilter } from './archive-filters.tsx'
import { ArchiveTable } from './archive-table.tsx'

export function ArchivePage() {
  const filtering = useArchiveFilter()
  const list = useInfiniteQuery(archiveQuery(filtering.filter))
  const searched = useQuery(archiveTotalQuery(filtering.filter))
  const [chosen, setChosen] = useTransitionState<TimeEntry>()
  const total = filtering.filter.search ? searched.data : list.data?.pages[0]?.total
  return (
    <Page title="Arkiv" lead="Rapporterad tid, och vägen tillbaka när något blev fel">
      <div className="grid grid-cols-1 gap-5">
        <div className="grid grid-cols-1 gap-3">
          <ArchiveFilters {...filtering} />
          {/* The table footer has the same sum, but may be thousands of rows away. */}
          <p aria-live="polite" className="min-h-5 text-ink-soft">
            {total && `${plural(total.rows, 'tidrad', 'tidrader')}, ${formatHours(total.minutes, 2)} tim`}
          </p>
        </div>
        {list.isError && !list.data ? (
          <QueryError title="Kunde inte hämta data" query={list} />
        ) : (
          <ArchiveTable
            {...tableOf(list)}
            total={total}
            empty={<NothingReported {...filtering} />}
            onReactivate={setChosen}
          />
        )}
      </div>
      {chosen && <ReactivateDialog entry={chosen} onClose={() => setChosen(undefined)} />}
    </Page>
  )
}

function NothingReported({ isNarrowed, clear }: ArchiveFiltering) {
  if (isNarrowed)
    return (
      <EmptyState
        title="Inga träffar"
        text="Ingen rapporterad tidrad stämmer med sökningen och filtren."
        action={<Button onPress={clear}>Rensa sökning och filter</Button>}
      />
    )
  return (
    <EmptyState
      title="Inga rapporterade tidrader"
      text="Tid som markeras som rapporterad i Månadsrapport hamnar här."
      action={<LinkButton to="/backoffice/reports">Till Månadsrapport</LinkButton>}
    />
  )
}

function ReactivateDialog({ entry, onClose }: { entry: TimeEntry; onClose: () => void }) {
  const reactivate = useReactivateTime()
  const navigate = useNavigate()
  const confirm = () =>
    reactivate
      .mutateAsync(entry.id)
      .then((active) =>
        showToast({
          title: 'Tidrad återaktiverad',
          tone: 'success',
          action: { label: 'Visa i Tidrapport', onPress: () => void navigate(timeListOf(active)) },
        }),
      )
      .catch((error: unknown) => showFailure('Kunde inte återaktivera tidrad', error))
      .finally(onClose)
  const { customer, workDate, minutes } = entry
  return (
    <ConfirmDialog
      title="Återaktivera tidrad"
      text={
        <>
          <p className="font-medium text-ink">
            {nameOf(customer)}, {workDate} {timesText(entry)} ({formatHours(minutes, 2)} tim)
          </p>
          <p className="mt-2">
            Tidraden blir aktiv igen: den kan ändras och kommer med i nästa rapport. Rapporten som den redan står i
            ändras inte, men visar att tidraden är återaktiverad.
          </p>
        </>
      }
      confirmLabel="Återaktivera"
      isOpen
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
