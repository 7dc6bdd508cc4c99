import { useRef } from 'react'
import { CheckboxInput } from './checkbox-input.tsx'
import { tableRoles } from './table-roles.ts'
import { type TableSelection, useRowSelection, useSelected } from './table-selection.ts'

type CellProps = {
  selection: TableSelection
  rowKey: string
  /** 'Markera #1131'; undefined for a row that cannot be selected. */
  label: string | undefined
  className: string
}

/** The checkbox of a row. With Shift it selects all rows from the one before. On small screens it is shown when asked for. */
export function SelectCell({ selection, rowKey, label, className }: CellProps) {
  const { isSelected, isChoosing } = useRowSelection(selection, rowKey)
  const withShift = useRef(false)
  const toggle = () => {
    selection.toggle(rowKey, withShift.current)
    withShift.current = false
  }
  const place = isChoosing
    ? 'stacked:absolute stacked:inset-y-0 stacked:left-0 stacked:z-2 stacked:grid stacked:w-13 stacked:place-items-center'
    : 'stacked:hidden'
  return (
    <td
      {...tableRoles.cell}
      data-select={isChoosing ? 'shown' : ''}
      onPointerDown={(event) => {
        withShift.current = event.shiftKey
      }}
      // The focus remains, as a focused row would shorten its texts at the press and move the checkbox away before the click.
      onMouseDown={(event) => event.preventDefault()}
      className={`${className} w-10 print:hidden ${place}`}
    >
      {label && <CheckboxInput label={label} isLabelHidden value={isSelected} onChange={toggle} />}
    </td>
  )
}

export function SelectAllCell({ selection, className }: Pick<CellProps, 'selection' | 'className'>) {
  useSelected(selection)
  return (
    <th {...tableRoles.header} scope="col" className={`${className} w-10 print:hidden`}>
      <CheckboxInput
        label="Markera alla på sidan"
        isLabelHidden
        value={selection.isAllSelected()}
        onChange={() => selection.toggleAll()}
      />
    </th>
  )
}
