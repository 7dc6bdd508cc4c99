// Selecting tickets in a list, and the bar that acts on them.
import ListChecks from 'lucide-react/icons/list-checks'
import { Button } from '#shared/ui/button.tsx'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { type TableSelection, useEscapeToClear, useSelected } from '#shared/ui/table-selection.ts'
import type { TicketRow } from '../tickets.contract.ts'

const BulkActs = lazyPart(() => import('./bulk-acts.tsx').then((m) => m.BulkActs))

type Props = {
  selection: TableSelection
  /** The rows that can be selected. */
  rows: readonly TicketRow[] | undefined
}

export const ticketKey = ({ id }: TicketRow) => id

/** Shows the checkboxes where a row is two lines, without room for them. */
export function ChooseButton({ selection, rows }: Props) {
  const { isChoosing } = useSelected(selection)
  if (isChoosing || !rows?.length) return null
  return (
    <div className="-my-2 flex justify-end xl:hidden">
      <Button size="sm" variant="quiet" icon={ListChecks} onPress={() => selection.choose()}>
        Välj
      </Button>
    </div>
  )
}

/** The same beside the filters of a phone, whose list needs the height. */
export function ChooseIcon({ selection, rows }: Props) {
  const { isChoosing } = useSelected(selection)
  if (isChoosing || !rows?.length) return null
  return (
    <span className="sm:hidden">
      <IconButton icon={ListChecks} label="Välj ärenden" onPress={() => selection.choose()} />
    </span>
  )
}

export function BulkBar({ selection, rows = [] }: Props) {
  const { selected, isChoosing } = useSelected(selection)
  useEscapeToClear(selection)
  if (selected.size === 0 && !isChoosing) return null
  return <BulkActs selection={selection} chosen={rows.filter(({ id }) => selected.has(id))} />
}
