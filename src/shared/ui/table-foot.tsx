import type { Column, TableProps } from './table.tsx'
import { tableRoles } from './table-roles.ts'

type Props<Row> = {
  columns: readonly Column<Row>[]
  footer: NonNullable<TableProps<Row>['footer']>
  hasActions: boolean
  hasSelection: boolean
}

/** Sums below the columns; on a card, columns without a sum are left out. */
export function TableFoot<Row>({ columns, footer, hasActions, hasSelection }: Props<Row>) {
  return (
    <tfoot {...tableRoles.group} className="stacked:block">
      <tr
        {...tableRoles.row}
        className="stacked:flex stacked:flex-wrap stacked:gap-x-4 stacked:gap-y-1 stacked:border-t stacked:border-line stacked:p-4"
      >
        {hasSelection && <td {...tableRoles.cell} className="border-t-2 border-line stacked:hidden print:hidden" />}
        {columns.map(({ key, header, isNumber }) => (
          <td
            key={key}
            {...tableRoles.cell}
            className={`h-11 whitespace-nowrap border-t-2 border-line px-3 font-semibold first:pl-4 last:pr-4 stacked:h-auto stacked:border-0 stacked:p-0! ${isNumber ? 'numbers' : ''} ${footer[key] === undefined ? 'stacked:hidden' : ''}`}
          >
            {isNumber && footer[key] !== undefined && (
              <span aria-hidden="true" className="hidden font-normal text-xs text-ink-faint stacked:inline">
                {header}{' '}
              </span>
            )}
            {footer[key]}
          </td>
        ))}
        {hasActions && <td {...tableRoles.cell} className="border-t-2 border-line stacked:hidden print:hidden" />}
      </tr>
    </tfoot>
  )
}
