import type { Ref } from 'react'
import { Skeleton } from './skeleton.tsx'
import type { TableProps } from './table.tsx'
import { tableRoles } from './table-roles.ts'
import { TableRow } from './table-row.tsx'
import { moveBetweenRows } from './table-row-keys.ts'

type Props<Row> = {
  table: TableProps<Row>
  hasActions: boolean
  bodyRef: Ref<HTMLTableSectionElement>
}

/** The rows, or their skeletons while they load. */
export function TableBody<Row>({ table, hasActions, bodyRef }: Props<Row>) {
  const { columns, rows, rowKey, href, actions, hoverActions, skeletonRows = 8 } = table
  const { hasTwoLines = false, collapsesActions = false, selection, selectLabel } = table
  return (
    <tbody ref={bodyRef} {...tableRoles.group} onKeyDown={moveBetweenRows} className="stacked:block">
      {rows === undefined && (
        <SkeletonRows
          count={skeletonRows}
          columns={selection ? [selectColumn, ...columns] : columns}
          hasActions={hasActions}
          hasTwoLines={hasTwoLines}
        />
      )}
      {rows?.map((row) => (
        <TableRow
          key={rowKey(row)}
          rowKey={rowKey(row)}
          row={row}
          columns={columns}
          href={href}
          actions={actions}
          hoverActions={hoverActions}
          hasTwoLines={hasTwoLines}
          collapsesActions={collapsesActions}
          selection={selection}
          selectLabel={selectLabel}
        />
      ))}
    </tbody>
  )
}

const selectColumn = { key: 'select' }

type SkeletonRowsProps = {
  count: number
  columns: readonly { key: string }[]
  hasActions: boolean
  hasTwoLines: boolean
}

/** Skeletons with the height of the real rows. */
function SkeletonRows({ count, columns, hasActions, hasTwoLines }: SkeletonRowsProps) {
  const cells = [...columns.map(({ key }) => key), ...(hasActions ? ['actions'] : [])]
  const [rowClass, cellClass] = hasTwoLines
    ? [
        'stacked:flex stacked:h-14 stacked:flex-col stacked:justify-center stacked:gap-2',
        'stacked:h-auto stacked:nth-[n+3]:hidden',
      ]
    : ['stacked:block stacked:py-4', 'stacked:h-7']
  return Array.from({ length: count }, (_, index) => `r${index}`).map((key) => (
    <tr key={key} className={`stacked:border-b stacked:border-line stacked:px-4 stacked:last:border-b-0 ${rowClass}`}>
      {cells.map((cell) => (
        <td
          key={cell}
          className={`h-10 border-b border-line px-3 first:pl-4 stacked:block stacked:border-0 stacked:p-0! ${cellClass}`}
        >
          <Skeleton className="h-3 w-3/5 min-w-8" />
        </td>
      ))}
    </tr>
  ))
}
