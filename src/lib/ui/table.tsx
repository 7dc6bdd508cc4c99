import { type KeyboardEvent, memo, type ReactNode, useDeferredValue, useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'
import { LoadMore, type LoadMoreProps } from './load-more.tsx'
import { isPhone } from './phone.ts'
import { Skeleton } from './skeleton.tsx'
import { ariaSort, type Sort, SortButton } from './sort-button.tsx'
import { TableRow } from './table-row.tsx'

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
   * there 'lead' is a full-width line below it and
   * 'hidden' omits the column. In a row of two lines 'mark' stands beside the title, and the others in the second line.
   */
  onPhone?: 'title' | 'lead' | 'mark' | 'hidden'
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
  empty: ReactNode
  loadingText?: string
  /** Sums, by column key. */
  footer?: Readonly<Record<string, ReactNode>>
  /** The column that the rows are sorted by. */
  sort?: Sort | undefined
  /** A sortable header was pressed; without it none can be. */
  onSort?: ((key: string) => void) | undefined
  skeletonRows?: number
  /** The container width below which rows become cards: 'sm' 640 px; for tables of more columns 'md' 768 px, 'lg' 960 px. */
  stacksBelow?: 'sm' | 'md' | 'lg'
  /** On small screens a row is two lines instead of a card. */
  hasTwoLines?: boolean
  /** In a row of two lines `actions` are behind a button, as `hoverActions` are. */
  collapsesActions?: boolean
}

/** Safari drops the semantics of a table whose display changes; explicit roles restore them. */
export const tableRoles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  rowHeader: { role: 'rowheader', scope: 'row' },
  cell: { role: 'cell' },
} as const

const containerClass = { sm: 'table-sm', md: 'table-md', lg: 'table-lg' }

/**
 * Its rows are a deferred value: they re-render in the background, after the rest of the screen. The first rows to be shown
 * are rendered at once, as many as the window shows, and the others after they are painted; after the back button all at once,
 * as the router restores the scroll position then.
 */
export function Table<Row>(props: TableProps<Row>) {
  const deferred = useDeferredValue(props)
  const shown = deferred.rows ? deferred : props
  const isRestored = useNavigationType() === 'POP'
  const hasRows = props.rows !== undefined
  const isComplete = useDeferredValue(hasRows, hasRows && isRestored)
  if (isComplete) return <MemoizedTable {...shown} />
  // More are not loaded before these are all there.
  return <MemoizedTable {...shown} rows={shown.rows?.slice(0, rowsOfWindow(props))} hasMore={false} />
}

/** The least heights of what is above the rows of every screen, of a row and of a row as a card. */
const px = { above: 160, row: 40, twoLines: 56, card: 160 }
/** What was above the rows of a table when it was opened last, by its label. */
const heightsAbove = new Map<string, number>()
const rowsOfWindow = ({ label, hasTwoLines }: Pick<TableProps<unknown>, 'label' | 'hasTwoLines'>) => {
  const stacked = hasTwoLines ? px.twoLines : px.card
  const height = innerHeight - (heightsAbove.get(label) ?? px.above)
  return Math.max(1, Math.ceil(height / (isPhone() ? stacked : px.row)))
}

const MemoizedTable = memo(TableView) as typeof TableView

function TableView<Row>({
  label,
  columns,
  rows,
  rowKey,
  href,
  actions,
  hoverActions,
  actionsHeader = 'Åtgärder',
  empty,
  loadingText = 'Laddar …',
  footer,
  sort,
  onSort,
  skeletonRows = 8,
  stacksBelow = 'sm',
  hasTwoLines = false,
  collapsesActions = false,
  hasMore = false,
  isLoadingMore = false,
  hasLoadFailed = false,
  onLoadMore,
}: TableProps<Row>) {
  const hasActions = Boolean(actions || hoverActions)
  const body = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    if (body.current) heightsAbove.set(label, body.current.getBoundingClientRect().top + scrollY)
  }, [label])
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
        <thead {...tableRoles.group} className="stacked:sr-only">
          <tr {...tableRoles.row}>
            {columns.map(({ key, header, isNumber, width = '', grows, isSortable }) => (
              <th
                key={key}
                {...tableRoles.header}
                scope="col"
                aria-sort={sort?.key === key ? ariaSort[sort.direction] : undefined}
                className={`${headClass} ${isNumber ? 'text-right' : 'text-left'} ${width || (grows ? 'w-full min-w-40' : '')} ${grows ? 'print:w-auto' : ''}`}
              >
                {isSortable && onSort ? (
                  <SortButton
                    header={header}
                    direction={sort?.key === key ? sort.direction : undefined}
                    onPress={() => onSort(key)}
                  />
                ) : (
                  header
                )}
              </th>
            ))}
            {hasActions && (
              <th {...tableRoles.header} data-actions="" scope="col" className={`${headClass} text-right print:hidden`}>
                {actionsHeader}
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body} {...tableRoles.group} onKeyDown={moveBetweenRows} className="stacked:block">
          {rows === undefined && (
            <SkeletonRows count={skeletonRows} columns={columns} hasActions={hasActions} hasTwoLines={hasTwoLines} />
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
            />
          ))}
        </tbody>
        {footer && rows && (
          <tfoot {...tableRoles.group} className="stacked:block">
            <tr
              {...tableRoles.row}
              className="stacked:flex stacked:flex-wrap stacked:gap-x-4 stacked:gap-y-1 stacked:border-t stacked:border-line stacked:p-4"
            >
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
const headClass =
  'sticky top-(--sticky-top,0px) z-2 low:static h-9 border-b border-line bg-surface px-3 text-sm font-medium whitespace-nowrap text-ink-soft first:pl-4 last:pr-4 print:static print:px-1.5'

/** Arrow keys move between row links; Tab still reaches every control. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')]
  const at = links.indexOf(event.target as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  links[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
}

type SkeletonRowsProps = {
  count: number
  columns: readonly { key: string }[]
  hasActions: boolean
  hasTwoLines: boolean
}

/** Of the height of the rows that are coming. */
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
