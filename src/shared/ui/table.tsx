import { memo, type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useNavigationType } from 'react-router'
import { isPhone, windowHeight } from '../web/device.ts'
import { isOpening } from '../web/frame.ts'
import { LoadMore, type LoadMoreProps } from './load-more.tsx'
import type { Sort } from './sort-button.tsx'
import { TableBody } from './table-body.tsx'
import { TableFoot } from './table-foot.tsx'
import { TableHead } from './table-head.tsx'
import { tableRoles } from './table-roles.ts'
import { useRowKeys } from './table-row-keys.ts'
import { type TableSelection, useSelectKey } from './table-selection.ts'

export type Column<Row> = {
  key: string
  header: string
  /** Empty content is shown as '-'. */
  cell: (row: Row) => ReactNode
  /** Right-aligned, tabular figures. */
  isNumber?: boolean
  /** A width class such as 'w-28'. The column with `grows` takes the remaining width and truncates; with both, truncates at `width`. */
  width?: string
  grows?: boolean
  /**
   * 'title' is the header of its row, and on small screens, where a row is a card, its heading (default: the first column);
   * there 'lead' is a full-width line below it and 'hidden' omits the column. In a row of two lines 'mark' is beside the title,
   * 'lead' a line of its own below both, and the others are in the second line.
   */
  onPhone?: 'title' | 'lead' | 'mark' | 'hidden'
  /** Left out of a table in a window of 1280 to 1535 px, which has no room for it. */
  isForWide?: boolean
  /** Its header sorts the table, with `onSort`. */
  isSortable?: boolean
}

export type TableProps<Row> = Partial<LoadMoreProps> & {
  /** The table's accessible name. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** Makes the whole row a link, named by its title cell. */
  href?: (row: Row) => string
  /** Always visible, with press targets of their own. */
  actions?: (row: Row) => ReactNode
  /** Visible on hover and focus; always on touch screens. */
  hoverActions?: (row: Row) => ReactNode
  actionsHeader?: string
  /** Adds a checkbox to each row. */
  selection?: TableSelection | undefined
  /** The name of a row's checkbox; undefined for a row that cannot be selected. */
  selectLabel?: (row: Row) => string | undefined
  empty: ReactNode
  loadingText?: string
  /** Sums, by column key. */
  footer?: Readonly<Record<string, ReactNode>>
  /** The column that the rows are sorted by. */
  sort?: Sort | undefined
  /** Called when a sortable header is pressed; without it headers cannot be pressed. */
  onSort?: ((key: string) => void) | undefined
  skeletonRows?: number
  /** The container width below which rows become cards: 'sm' 640 px; for tables of more columns 'md' 768 px, 'lg' 960 px. */
  stacksBelow?: 'sm' | 'md' | 'lg'
  /** On small screens a row is two lines instead of a card. */
  hasTwoLines?: boolean
  /** In a row of two lines `actions` are behind a button, like `hoverActions`. */
  collapsesActions?: boolean
}

const containerClass = { sm: 'table-sm', md: 'table-md', lg: 'table-lg' }

/**
 * Its rows are a deferred value: they re-render in the background, after the rest of the screen. As many rows as fit in the window
 * are rendered at once, and the others after those are painted; after the back button all at once, as the router then restores
 * the scroll position.
 */
export function Table<Row>(props: TableProps<Row>) {
  const deferred = useDeferredValue(props)
  const shown = deferred.rows ? deferred : props
  const isPop = useNavigationType() === 'POP'
  const [isRestored] = useState(() => isPop && !isOpening())
  const hasRows = props.rows !== undefined
  const isComplete = useDeferredValue(hasRows, hasRows && isRestored)
  if (isComplete) return <MemoizedTable {...shown} />
  // No further page is loaded before all of these are rendered.
  return <MemoizedTable {...shown} rows={shown.rows?.slice(0, rowsOfWindow(props))} hasMore={false} />
}

/** Minimum heights: of the content above the rows on any screen, of a row, and of a row as two lines or a card. */
const px = { above: 160, row: 40, twoLines: 56, card: 160 }
/** The height above the rows of each table when it was last opened, by its label. */
const heightsAbove = new Map<string, number>()
const rowsOfWindow = ({ label, hasTwoLines }: Pick<TableProps<unknown>, 'label' | 'hasTwoLines'>) => {
  const stacked = hasTwoLines ? px.twoLines : px.card
  const height = windowHeight() - (heightsAbove.get(label) ?? px.above)
  return Math.max(1, Math.ceil(height / (isPhone() ? stacked : px.row)))
}

const MemoizedTable = memo(TableView) as typeof TableView

function TableView<Row>(table: TableProps<Row>) {
  const { label, columns, rows, empty, loadingText = 'Laddar …', footer, stacksBelow = 'sm' } = table
  const { hasMore = false, isLoadingMore = false, hasLoadFailed = false, onLoadMore } = table
  const hasActions = Boolean(table.actions || table.hoverActions)
  const body = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    if (body.current) heightsAbove.set(label, body.current.getBoundingClientRect().top + scrollY)
  }, [label])
  useRowKeys(body, table.href !== undefined)
  useSelectKey(body, table.selection)
  if (rows?.length === 0) return <div className={frameClass}>{empty}</div>
  return (
    <div className={`${frameClass} ${containerClass[stacksBelow]}`} aria-busy={rows === undefined}>
      {rows === undefined && (
        <p role="status" className="sr-only">
          {loadingText}
        </p>
      )}
      <table
        {...tableRoles.table}
        aria-label={label}
        className="stacked:block w-full border-separate border-spacing-0 text-base"
      >
        <TableHead table={table} hasActions={hasActions} />
        <TableBody table={table} hasActions={hasActions} bodyRef={body} />
        {footer && rows && (
          <TableFoot
            columns={columns}
            footer={footer}
            hasActions={hasActions}
            hasSelection={table.selection !== undefined}
          />
        )}
      </table>
      {onLoadMore && rows && (
        <LoadMore
          hasMore={hasMore}
          isLoadingMore={isLoadingMore}
          hasLoadFailed={hasLoadFailed}
          onLoadMore={onLoadMore}
        />
      )}
    </div>
  )
}

const frameClass = 'overflow-clip rounded-md border border-line bg-surface shadow-low'
