import Ellipsis from 'lucide-react/icons/ellipsis'
import X from 'lucide-react/icons/x'
import { memo, type ReactNode, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { RouteLink } from './route-link.tsx'
import type { Column, TableProps } from './table.tsx'
import { tableRoles } from './table-roles.ts'
import { SelectCell } from './table-select.tsx'
import { wideClass } from './table-wide.ts'

type TableRowProps<Row> = {
  row: Row
  rowKey: string
  columns: readonly Column<Row>[]
  href: TableProps<Row>['href']
  actions: TableProps<Row>['actions']
  hoverActions: TableProps<Row>['hoverActions']
  hasTwoLines: boolean
  collapsesActions: boolean
  selection: TableProps<Row>['selection']
  selectLabel: TableProps<Row>['selectLabel']
}

// The link's ::after covers the whole row; other controls are stacked above it.
const rowClass =
  'group/row relative transition-colors hover:bg-hover has-[[data-row-link]:focus-visible]:outline-2 has-[[data-row-link]:focus-visible]:-outline-offset-2 has-[[data-row-link]:focus-visible]:outline-focus ' +
  '[&_:is(a,button):not([data-row-link])]:relative [&_:is(a,button):not([data-row-link])]:z-1 ' +
  'has-[[data-select]_:checked]:bg-primary-soft stacked:has-[[data-select=shown]]:pl-13 ' +
  'stacked:border-b stacked:border-line stacked:last:border-b-0 '
// content-visibility only after the first rows: those are visible when a list opens, and would be laid out twice.
const cardClass =
  'stacked:grid stacked:grid-cols-2 stacked:gap-x-4 stacked:gap-y-2.5 stacked:p-4 ' +
  'stacked:nth-[n+6]:[content-visibility:auto] stacked:[contain-intrinsic-size:auto_15rem]'
// The empty ::before fills the rest of the first line. Actions are to the right of both lines.
const twoLinesClass =
  'stacked:flex stacked:min-h-14 stacked:flex-wrap stacked:items-center stacked:gap-x-2 stacked:py-1.5 stacked:pl-4 ' +
  "stacked:before:order-2 stacked:before:-mt-0.5 stacked:before:basis-full stacked:before:content-[''] " +
  'stacked:nth-[n+16]:[content-visibility:auto] stacked:[contain-intrinsic-size:auto_3.5rem]'
const cellClass =
  'h-10 border-b border-line px-3 py-0.5 whitespace-nowrap first:pl-4 last:pr-4 group-last/row:border-b-0 ' +
  'stacked:h-auto stacked:border-0 stacked:p-0! print:max-w-none print:px-1.5 print:whitespace-normal'

// Truncated to the right only, as a link in it is a target higher than its line. Not truncated while the keyboard's focus is in
// the row, and never in a row without a control.
const textClass = 'overflow-x-clip text-ellipsis text-left '
const growingClass = `${textClass} truncate overflow-y-visible max-w-0`
const fixedClass = `${textClass} max-w-56 group-has-focus-visible/row:max-w-none group-data-whole/row:max-w-none`

// To the right of both lines, covering their text there.
const actionsPlace =
  'stacked:absolute stacked:inset-y-0 stacked:right-1 stacked:z-2 stacked:flex stacked:items-center stacked:bg-surface'

// Covers the cells before it and their links, so as not to take width from the text. Always visible on touch screens.
const hoverClass =
  'flex gap-1 pointer-fine:absolute pointer-fine:right-full pointer-fine:z-2 pointer-fine:rounded-l-md pointer-fine:bg-hover pointer-fine:pl-2 ' +
  'pointer-fine:opacity-0 pointer-fine:transition-opacity group-focus-within/row:opacity-100 group-hover/row:opacity-100 ' +
  'stacked:static stacked:bg-transparent stacked:pl-0 stacked:opacity-100'

function RowView<Row>(props: TableRowProps<Row>) {
  const { row, rowKey, columns, href, actions, hoverActions, hasTwoLines, selection } = props
  const titleKey = columns.find((column) => column.onPhone === 'title')?.key ?? columns[0]?.key
  return (
    <tr
      {...tableRoles.row}
      data-row={rowKey}
      {...(!hasTwoLines && { 'data-card': '' })}
      {...(!href && !actions && !hoverActions && { 'data-whole': '' })}
      tabIndex={href ? undefined : -1}
      className={`${rowClass} ${hasTwoLines ? `${twoLinesClass} ${hoverActions ? 'stacked:pr-24' : actions ? 'stacked:pr-13' : 'stacked:pr-4'}` : cardClass}`}
    >
      {selection && (
        <SelectCell selection={selection} rowKey={rowKey} label={props.selectLabel?.(row)} className={cellClass} />
      )}
      {columns.map((column) =>
        column.key === titleKey ? (
          <TitleCell key={column.key} column={column} row={row} href={href} hasTwoLines={hasTwoLines} />
        ) : (
          <Cell key={column.key} column={column} row={row} hasTwoLines={hasTwoLines} />
        ),
      )}
      {(actions || hoverActions) && (
        <ActionsCell
          row={row}
          actions={actions}
          hoverActions={hoverActions}
          hasTwoLines={hasTwoLines}
          collapsesActions={props.collapsesActions}
        />
      )}
    </tr>
  )
}

/** Re-renders when a prop changes: give long lists stable `columns` and action callbacks. */
export const TableRow = memo(RowView) as typeof RowView

type CellProps<Row> = { column: Column<Row>; row: Row; hasTwoLines: boolean }

/** The row's header and link. */
function TitleCell<Row>({ column, row, href, hasTwoLines }: CellProps<Row> & { href: TableProps<Row>['href'] }) {
  const content = orDash(column.cell(row))
  const { onPhone, grows } = column
  const place = hasTwoLines ? lineClass(true, onPhone, grows) : phoneClass(true, onPhone)
  return (
    <th {...tableRoles.rowHeader} title={tooltipOf(column, content)} className={`${classOf(column)} ${place}`}>
      {href ? (
        <RouteLink
          to={href(row)}
          data-row-link=""
          className="py-0.5 font-medium outline-none after:absolute after:inset-0 after:content-[''] in-data-selecting:after:pointer-events-none"
        >
          {content}
        </RouteLink>
      ) : (
        content
      )}
    </th>
  )
}

function Cell<Row>({ column, row, hasTwoLines }: CellProps<Row>) {
  const content = orDash(column.cell(row))
  const { header, onPhone, grows } = column
  const place = hasTwoLines
    ? lineClass(false, content === DASH ? 'hidden' : onPhone, grows)
    : phoneClass(false, onPhone)
  return (
    <td {...tableRoles.cell} title={tooltipOf(column, content)} className={`${classOf(column)} ${place}`}>
      {!hasTwoLines && (
        // Visible on small screens only; screen readers read the column header.
        <span aria-hidden="true" className="hidden text-xs text-ink-faint stacked:block">
          {header}
        </span>
      )}
      {content}
    </td>
  )
}

/** The tooltip with the full text, which may be truncated. */
const tooltipOf = <Row,>({ isNumber }: Column<Row>, content: ReactNode) =>
  typeof content === 'string' && !isNumber ? content : undefined

const classOf = <Row,>({ isNumber, grows, isForWide }: Column<Row>) =>
  `${cellClass} ${isForWide ? wideClass : ''} font-normal ${isNumber ? 'numbers stacked:text-left' : grows ? growingClass : fixedClass} stacked:max-w-none`

type ActionsCellProps<Row> = Pick<
  TableRowProps<Row>,
  'row' | 'actions' | 'hoverActions' | 'hasTwoLines' | 'collapsesActions'
>

/** An icon stands below the text of the card, and so does the frame of a button that has one. */
const cardActionsClass =
  'stacked:-mb-2 stacked:-ml-2 stacked:flex-wrap stacked:justify-start stacked:has-[>.shadow-low:first-child]:ml-0'

function ActionsCell<Row>({ row, actions, hoverActions, hasTwoLines, collapsesActions }: ActionsCellProps<Row>) {
  const [isOpen, setOpen] = useState(false)
  const collapses = hasTwoLines && (collapsesActions || hoverActions !== undefined)
  const collapsed = collapses && !isOpen ? 'stacked:hidden' : ''
  return (
    <td
      {...tableRoles.cell}
      data-actions=""
      className={`${cellClass} print:hidden ${hasTwoLines ? actionsPlace : 'stacked:col-span-2 stacked:whitespace-normal'}`}
    >
      <div className={`relative flex items-center justify-end gap-1 ${hasTwoLines ? '' : cardActionsClass}`}>
        {hoverActions && <div className={`${hoverClass} ${collapsed}`}>{hoverActions(row)}</div>}
        {collapsesActions ? (
          <div className={`flex items-center gap-1 ${collapsed}`}>{actions?.(row)}</div>
        ) : (
          actions?.(row)
        )}
        {collapses && (
          <span className="hidden stacked:block">
            <IconButton
              icon={isOpen ? X : Ellipsis}
              label={isOpen ? 'Färre åtgärder' : 'Fler åtgärder'}
              onPress={() => setOpen(!isOpen)}
            />
          </span>
        )}
      </div>
    </td>
  )
}

/** The place of a column in a row of two lines. */
function lineClass(isTitle: boolean, onPhone: Column<unknown>['onPhone'], grows = false): string {
  if (onPhone === 'hidden') return 'stacked:hidden'
  if (isTitle) return 'stacked:order-1 stacked:min-w-0 stacked:flex-1 stacked:text-md stacked:font-medium'
  if (onPhone === 'mark') return 'stacked:order-1 stacked:min-w-0 stacked:empty:hidden'
  if (onPhone === 'lead')
    return 'stacked:order-4 stacked:min-w-0 stacked:basis-full stacked:text-sm stacked:text-ink-soft'
  return `stacked:order-3 stacked:text-sm stacked:text-ink-soft ${grows ? 'stacked:min-w-12 stacked:flex-1' : 'stacked:min-w-0'}`
}

function phoneClass(isTitle: boolean, onPhone: Column<unknown>['onPhone']): string {
  const wraps = 'stacked:min-w-0 stacked:overflow-visible stacked:whitespace-normal'
  if (onPhone === 'hidden') return 'stacked:hidden'
  if (onPhone === 'lead') return `${wraps} stacked:order-first stacked:col-span-2`
  return isTitle ? `${wraps} stacked:order-first stacked:col-span-2 stacked:text-md` : wraps
}

/** An empty cell; omitted in a row of two lines. */
const DASH = '-'
const orDash = (content: ReactNode): ReactNode =>
  content === undefined || content === null || content === '' || content === false ? DASH : content
