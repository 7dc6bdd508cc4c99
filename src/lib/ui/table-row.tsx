import { memo, type ReactNode } from 'react'
import { RouteLink } from './route-link.tsx'
import { type Column, type TableProps, tableRoles } from './table.tsx'

type TableRowProps<Row> = {
  row: Row
  columns: readonly Column<Row>[]
  href: TableProps<Row>['href']
  actions: TableProps<Row>['actions']
  hoverActions: TableProps<Row>['hoverActions']
}

// The link's ::after covers the whole row; other controls are stacked above it.
const rowClass =
  'group/row relative transition-colors hover:bg-hover has-[[data-row-link]:focus-visible]:outline-2 has-[[data-row-link]:focus-visible]:-outline-offset-2 has-[[data-row-link]:focus-visible]:outline-focus ' +
  '[&_:is(a,button):not([data-row-link])]:relative [&_:is(a,button):not([data-row-link])]:z-1 ' +
  'stacked:grid stacked:grid-cols-2 stacked:gap-x-4 stacked:gap-y-2.5 stacked:border-b stacked:border-line stacked:p-4 stacked:last:border-b-0 ' +
  // Not the first, which are in the window when a list opens: the browser would lay them out twice.
  'stacked:nth-[n+6]:[content-visibility:auto] stacked:[contain-intrinsic-size:auto_15rem]'
const cellClass =
  'h-10 border-b border-line px-3 py-0.5 whitespace-nowrap first:pl-4 last:pr-4 group-last/row:border-b-0 ' +
  'stacked:h-auto stacked:border-0 stacked:p-0! stacked:whitespace-normal print:max-w-none print:px-1.5 print:whitespace-normal'

function RowView<Row>({ row, columns, href, actions, hoverActions }: TableRowProps<Row>) {
  const titleKey = columns.find((column) => column.onPhone === 'title')?.key ?? columns[0]?.key
  return (
    <tr {...tableRoles.row} className={rowClass}>
      {columns.map(({ key, header, cell, isNumber, grows, onPhone }) => {
        const isTitle = key === titleKey
        const content = orDash(cell(row))
        return (
          <td
            key={key}
            {...tableRoles.cell}
            className={`${cellClass} ${isNumber ? 'numbers stacked:text-left' : 'truncate stacked:overflow-visible'} ${grows ? 'max-w-0' : 'max-w-56'} stacked:max-w-none ${phoneClass(isTitle, onPhone)}`}
          >
            {!isTitle && (
              // Visible on small screens only; screen readers read the column header.
              <span aria-hidden="true" className="hidden text-xs text-ink-faint stacked:block">
                {header}
              </span>
            )}
            {isTitle && href ? (
              <RouteLink
                to={href(row)}
                data-row-link=""
                className="font-medium outline-none after:absolute after:inset-0 after:content-['']"
              >
                {content}
              </RouteLink>
            ) : (
              content
            )}
          </td>
        )
      })}
      {(actions || hoverActions) && (
        <td {...tableRoles.cell} className={`${cellClass} stacked:col-span-2 print:hidden`}>
          <div className="flex items-center justify-end gap-1 stacked:-mb-2 stacked:-ml-2 stacked:justify-start">
            {hoverActions && (
              <div className="flex gap-1 opacity-0 transition-opacity group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:opacity-100">
                {hoverActions(row)}
              </div>
            )}
            {actions?.(row)}
          </div>
        </td>
      )}
    </tr>
  )
}

/** Re-renders when a prop changes: give long lists stable `columns` and action callbacks. */
export const TableRow = memo(RowView) as typeof RowView

function phoneClass(isTitle: boolean, onPhone: Column<unknown>['onPhone']): string {
  if (onPhone === 'hidden') return 'stacked:hidden'
  if (onPhone === 'lead') return 'stacked:order-first stacked:col-span-2'
  return isTitle ? 'stacked:order-first stacked:col-span-2 stacked:text-md' : ''
}

const orDash = (content: ReactNode): ReactNode =>
  content === undefined || content === null || content === '' || content === false ? '-' : content
