import CheckCheck from 'lucide-react/icons/check-check'
import FilePlus from 'lucide-react/icons/file-plus'
import ListChecks from 'lucide-react/icons/list-checks'
import Send from 'lucide-react/icons/send'
import X from 'lucide-react/icons/x'
import type { MonthStep } from '#features/billing/invoice-bases.contract.ts'
import { nextStepOf, stepsLeft } from '#features/billing/month-steps.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { ProgressBar } from '#shared/ui/progress-bar.tsx'
import { type TableSelection, useSelected } from '#shared/ui/table-selection.ts'
import { useToastsAtTop } from '#shared/ui/toast.tsx'
import type { MonthRow } from './month-table.tsx'
import type { MonthActs as Acts, Progress } from './use-month-acts.ts'

const MonthQuestion = lazyPart(() => import('./month-question.tsx').then((m) => m.MonthQuestion))

type Props = {
  rows: readonly MonthRow[]
  /** Also of customers that the list has not loaded. */
  nextOfAll: MonthStep | undefined
  selection: TableSelection
  acts: Acts
  isLoading: boolean
}

/** The four steps of a month, for all customers or the selected ones; the next step is filled. */
export function MonthActs({ rows, nextOfAll, selection, acts, isLoading }: Props) {
  useToastsAtTop()
  const { selected, isChoosing } = useSelected(selection)
  const whom = selected.size === 0 ? 'alla' : 'valda'
  const next =
    selected.size === 0 ? nextOfAll : nextStepOf(stepsLeft(rows.filter(({ customer }) => selected.has(customer.id))))
  return (
    <section aria-label="Hela månaden" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2 max-sm:grid max-sm:grid-cols-1">
        {stepsFor(whom, acts).map(({ step, label, icon, press }) => (
          <Button
            key={step}
            icon={icon}
            variant={step === next ? 'primary' : 'secondary'}
            disabledReason={isLoading ? 'Månaden läses in …' : acts.progress && `${acts.progress.text} …`}
            onPress={press}
          >
            {label}
          </Button>
        ))}
        {selected.size > 0 || isChoosing ? (
          <Selected count={selected.size} onClear={() => selection.clear()} />
        ) : (
          // Where a row is two lines its checkbox is hidden until it is asked for.
          <span className="xl:hidden">
            <Button size="sm" variant="quiet" icon={ListChecks} onPress={() => selection.choose()}>
              Välj kunder
            </Button>
          </span>
        )}
      </div>
      {acts.progress && <ShownProgress progress={acts.progress} />}
      {acts.question && (
        <MonthQuestion question={acts.question} onAnswer={() => void acts.answer()} onClose={acts.closeQuestion} />
      )}
    </section>
  )
}

const stepsFor = (whom: 'alla' | 'valda', { make, ask }: Acts) =>
  [
    { step: 'make', label: `Skapa för ${whom}`, icon: FilePlus, press: () => void make() },
    { step: 'mark', label: 'Markera tidrader', icon: ListChecks, press: () => void ask('mark') },
    { step: 'send', label: `Skicka ${whom}`, icon: Send, press: () => void ask('send') },
    { step: 'bill', label: `Fakturera ${whom} godkända`, icon: CheckCheck, press: () => void ask('bill') },
  ] as const

const Selected = ({ count, onClear }: { count: number; onClear: () => void }) => (
  <span className="flex items-center gap-2">
    <span role="status" className="font-semibold tabular-nums">
      {plural(count, 'vald', 'valda')}
    </span>
    <Button size="sm" variant="quiet" icon={X} onPress={onClear}>
      Avmarkera
    </Button>
  </span>
)

function ShownProgress({ progress: { text, done, of } }: { progress: Progress }) {
  return (
    <div className="flex items-center gap-3">
      <p role="status" className="text-ink-soft tabular-nums">
        {of > 0 ? `${text}: ${done} av ${of}` : `${text} …`}
      </p>
      {of > 0 && <ProgressBar label={text} value={done} max={of} className="h-2 w-48" />}
    </div>
  )
}
