import { useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash'
import { type ReactNode, useCallback } from 'react'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { Notes } from '#shared/ui/notes.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { type Column, Table } from '#shared/ui/table.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { type CannedAnswer, cannedLabels } from '../canned-answers.contract.ts'
import { recoverableCannedAnswer } from './canned-answer-recovery.ts'
import { cannedAnswersQuery, useRemoveCannedAnswer } from './canned-answers.api.ts'

const CannedAnswerDialog = lazyPart(() => import('./canned-answer.dialog.tsx').then((m) => m.CannedAnswerDialog))

const columns: readonly Column<CannedAnswer>[] = [
  { key: 'name', header: cannedLabels.name, cell: ({ name }) => `#${name}`, onPhone: 'title', width: 'w-40' },
  { key: 'text', header: cannedLabels.text, cell: ({ text }) => <Notes text={text} />, onPhone: 'lead', grows: true },
]

/** Färdiga svar: the texts that all staff insert into answers, and may change. */
export function CannedAnswersPage() {
  const query = useQuery(cannedAnswersQuery)
  const [open, setOpen] = useTransitionState<CannedAnswer | 'new' | undefined>(recoverableCannedAnswer())
  const [removed, setRemoved] = useTransitionState<CannedAnswer>()
  const add = (
    <Button icon={Plus} onPress={() => setOpen('new')}>
      Nytt svar
    </Button>
  )
  const actions = useCallback(
    (row: CannedAnswer) => (
      <>
        <IconButton icon={Pencil} label={`Ändra #${row.name}`} tooltip="Ändra" onPress={() => setOpen(row)} />
        <IconButton
          icon={Trash2}
          label={`Ta bort #${row.name}`}
          tooltip="Ta bort"
          tone="danger"
          onPress={() => setRemoved(row)}
        />
      </>
    ),
    [setOpen, setRemoved],
  )
  return (
    <section aria-labelledby="fardiga-svar" className="grid grid-cols-1 gap-3">
      <Head add={query.data?.length ? add : undefined} />
      {query.isError && !query.data ? (
        <QueryError title="Kunde inte hämta färdiga svar" query={query} />
      ) : (
        <Table
          label="Färdiga svar"
          columns={columns}
          rows={query.data}
          rowKey={({ id }) => id}
          loadingText="Laddar färdiga svar …"
          actions={actions}
          empty={<EmptyState title="Inga färdiga svar ännu" text="Spara det ni ofta skriver." action={add} />}
        />
      )}
      {open && <CannedAnswerDialog {...(open !== 'new' && { row: open })} onClose={() => setOpen(undefined)} />}
      {removed && <RemoveDialog row={removed} onClose={() => setRemoved(undefined)} />}
    </section>
  )
}

const Head = ({ add }: { add: ReactNode }) => (
  <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
    <div>
      <h2 id="fardiga-svar" className="font-semibold text-md">
        Färdiga svar
      </h2>
      <p className="max-w-prose text-ink-soft">
        Skriv # och början av namnet i ett svar, så hämtas texten. Alla i personalen har samma svar.
      </p>
    </div>
    {add}
  </div>
)

function RemoveDialog({ row: { id, name }, onClose }: { row: CannedAnswer; onClose: () => void }) {
  const { mutateAsync } = useRemoveCannedAnswer()
  const remove = async () => {
    if (await attempt('Kunde inte ta bort svaret', () => mutateAsync(id), 'Färdigt svar borttaget')) onClose()
  }
  return (
    <ConfirmDialog
      title={`Ta bort #${name}?`}
      text="Svaret försvinner för alla i personalen. Det som redan är skrivet står kvar."
      confirmLabel="Ta bort"
      isDanger
      isOpen
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
