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

type ChooseProps = Props & {
  /** Beside the filters of a phone, whose list needs the height. */
  isIcon?: boolean
}

/** Shows the checkboxes where a row is two lines, without room for them. */
export function ChooseButton({ selection, rows, isIcon = false }: ChooseProps) {
  const { isChoosing } = useSelected(selection)
  if (isChoosing || !rows?.length) return null
  const choose = () => selection.choose()
  return isIcon ? (
    <span className="sm:hidden">
      <IconButton icon={ListChecks} label="Välj ärenden" onPress={choose} />
    </span>
  ) : (
    <div className="-my-2 flex justify-end xl:hidden">
      <Button size="sm" variant="quiet" icon={ListChecks} onPress={choose}>
        Välj
      </Button>
    </div>
  )
}

export function BulkBar({ selection, rows = [] }: Props) {
  const { selected, isChoosing } = useSelected(selection)
  useEscapeToClear(selection)
  if (selected.size === 0 && !isChoosing) return null
  return <BulkActs selection={selection} chosen={rows.filter(({ id }) => selected.has(id))} />
}
