import { ariaSort, type Sort, SortButton } from './sort-button.tsx'
import type { Column, TableProps } from './table.tsx'
import { tableRoles } from './table-roles.ts'
import { SelectAllCell } from './table-select.tsx'
import { wideClass } from './table-wide.ts'

type Props<Row> = { table: TableProps<Row>; hasActions: boolean }

export function TableHead<Row>({ table, hasActions }: Props<Row>) {
  const { columns, sort, onSort, actionsHeader = 'Åtgärder', selection } = table
  return (
    <thead {...tableRoles.group} className="stacked:sr-only">
      <tr {...tableRoles.row}>
        {selection && <SelectAllCell selection={selection} className={headClass} />}
        {columns.map((column) => (
          <HeadCell
            key={column.key}
            column={column}
            direction={sort?.key === column.key ? sort.direction : undefined}
            onSort={onSort}
          />
        ))}
        {hasActions && (
          <th {...tableRoles.header} data-actions="" scope="col" className={`${headClass} text-right print:hidden`}>
            {actionsHeader}
          </th>
        )}
      </tr>
    </thead>
  )
}

type HeadCellProps<Row> = {
  column: Column<Row>
  /** Undefined when the rows are not sorted by it. */
  direction: Sort['direction'] | undefined
  onSort: TableProps<Row>['onSort']
}

function HeadCell<Row>({ column, direction, onSort }: HeadCellProps<Row>) {
  const { key, header, isNumber, width = '', grows, isForWide, isSortable } = column
  return (
    <th
      {...tableRoles.header}
      scope="col"
      aria-sort={direction && ariaSort[direction]}
      className={`${headClass} ${isForWide ? wideClass : ''} ${isNumber ? 'text-right' : 'text-left'} ${width || (grows ? 'w-full min-w-40' : '')} ${grows ? 'print:w-auto' : ''}`}
    >
      {isSortable && onSort ? <SortButton header={header} direction={direction} onPress={() => onSort(key)} /> : header}
    </th>
  )
}

const headClass =
  'sticky top-(--sticky-top,0px) z-2 low:static h-9 border-b border-line bg-surface px-3 text-sm font-medium whitespace-nowrap text-ink-soft first:pl-4 last:pr-4 print:static print:px-1.5'
