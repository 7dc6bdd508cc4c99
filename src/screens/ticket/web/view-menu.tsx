import { useQuery } from '@tanstack/react-query'
import BookmarkPlus from 'lucide-react/icons/bookmark-plus'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { COUNTED_MAX } from '#features/tickets/ticket-counts.contract.ts'
import { formatNumber } from '#shared/plural.rules.ts'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { attempt } from '#shared/ui/failure-toast.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { SelectInput } from '#shared/ui/select-input.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'
import type { TicketView } from '../ticket-views.contract.ts'
import { TO_DO_QUERY } from './shown-view.ts'
import { ticketViewsQuery, useRemoveView } from './ticket-views.api.ts'
import { viewKey } from './view-recovery.ts'

const ViewNameDialog = lazyPart(() => import('./view-name.dialog.tsx').then((m) => m.ViewNameDialog))

type Props = {
  /** The query of the shown list (`ticketQueryOf`): '' without a filter; TO_DO_QUERY. */
  query: string
  onChoose: (query: string) => void
}

/** Chooses 'Att göra' or a saved filter of the list; saves the shown filter, and renames or removes the shown view. */
export function ViewMenu({ query, onChoose }: Props) {
  const { data } = useQuery(ticketViewsQuery)
  const views = data?.views ?? []
  const shown = views.find((view) => view.query === query)
  const isFilter = query !== '' && query !== TO_DO_QUERY
  return (
    <div className="flex items-center gap-1 max-sm:flex-1">
      <div className="min-w-44 max-sm:flex-1">
        <SelectInput
          label="Vy"
          isLabelHidden
          value={query}
          onChange={onChoose}
          choices={[
            { value: TO_DO_QUERY, label: labelOf('Att göra', data?.toDo) },
            { value: '', label: 'Alla ärenden' },
            ...views.map((view) => ({ value: view.query, label: labelOf(view.name, view.count) })),
            ...(isFilter && data && !shown ? [{ value: query, label: 'Eget urval' }] : []),
          ]}
          placeholder="Eget urval"
        />
      </div>
      {isFilter &&
        (data ? (
          <ViewActions key={query} query={query} view={shown} onRemoved={() => onChoose('')} />
        ) : (
          // As large as its first button, which would push 'Nytt ärende' to another row.
          <span className="size-8 shrink-0 max-sm:size-11" />
        ))}
    </div>
  )
}

/** 'Mina akuta (3)', above 999 'Mina akuta (999+)'. */
const labelOf = (name: string, count: number | undefined) =>
  count === undefined ? name : `${name} (${count < COUNTED_MAX ? formatNumber(count) : `${COUNTED_MAX - 1}+`})`

type ActionsProps = { query: string; view: TicketView | undefined; onRemoved: () => void }

function ViewActions({ query, view, onRemoved }: ActionsProps) {
  const [isNaming, setNaming] = useTransitionState(hasFormSnapshot(viewKey(view)))
  const [isRemoving, setRemoving] = useState(false)
  const { mutateAsync: remove } = useRemoveView()
  const confirm = async () => {
    if (view && (await attempt('Kunde inte ta bort vyn', () => remove(view.id), 'Vyn är borttagen'))) onRemoved()
    setRemoving(false)
  }
  return (
    <>
      <IconButton
        icon={view ? Pencil : BookmarkPlus}
        label={view ? 'Byt namn på vyn' : 'Spara vyn'}
        onPress={() => setNaming(true)}
      />
      {view && <IconButton icon={Trash2} label="Ta bort vyn" tone="danger" onPress={() => setRemoving(true)} />}
      {isNaming && <ViewNameDialog view={view} query={query} onClose={() => setNaming(false)} />}
      {view && (
        <ConfirmDialog
          title="Ta bort vyn"
          text={`Vyn ${view.name} tas bort. Ärendena i den berörs inte.`}
          confirmLabel="Ta bort vyn"
          isDanger
          isOpen={isRemoving}
          onConfirm={confirm}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}
