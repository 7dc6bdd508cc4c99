import ChevronsLeft from 'lucide-react/icons/chevrons-left'
import ChevronsRight from 'lucide-react/icons/chevrons-right'
import { memo, type ReactNode, type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'
import { useNavigationType } from 'react-router'
import { deviceOfRequest, WIDE } from '../web/device.ts'
import { useDeviceChoice } from '../web/device-choice.ts'
import { useShortcut } from '../web/shortcut.ts'
import { IconButton } from './icon-button.tsx'
import { LoadMore, type LoadMoreProps } from './load-more.tsx'
import { RouteLink } from './route-link.tsx'
import { Skeleton } from './skeleton.tsx'

/** Whether the window is wide enough (1280 px) to show a list and the row opened from it side by side. */
export const useIsWide = () => useSyncExternalStore(onWideChange, isWide, () => deviceOfRequest()?.isWide ?? false)

let wasWide = false

/** Printing keeps the layout of the window, although paper is narrower. */
function isWide() {
  if (!matchMedia('print').matches) wasWide = matchMedia(WIDE).matches
  return wasWide
}

function onWideChange(listener: () => void) {
  const media = matchMedia(WIDE)
  media.addEventListener?.('change', listener)
  return () => media.removeEventListener?.('change', listener)
}

type ItemProps<Row> = {
  row: Row
  isCurrent: boolean
  /** Must be stable, so that a moved selection re-renders only two rows. */
  hrefOf: (row: Row) => string
  content: (row: Row) => ReactNode
}

type Props<Row> = Partial<LoadMoreProps> &
  Pick<ItemProps<Row>, 'hrefOf' | 'content'> & {
    /** The accessible name of the list. */
    label: string
    /** Undefined while loading. */
    rows: readonly Row[] | undefined
    /** The id of the open row. */
    currentId: string
    children: ReactNode
  }

/**
 * A list on the left, the open row on the right. While the list has the focus, j, k and the arrow keys open the next and the
 * previous row; the URL follows without a history entry, so that Back leads to where the first one was opened. Letter keys act
 * only there, as users of speech input may type them unintentionally (WCAG 2.1.4). l folds and unfolds the list.
 */
export function SplitView<Row extends { id: string }>({
  label,
  rows,
  currentId,
  hrefOf,
  content,
  children,
  hasMore = false,
  isLoadingMore = false,
  hasLoadFailed = false,
  onLoadMore,
}: Props<Row>) {
  const list = useRef<HTMLElement>(null)
  const [isFolded, setFolded] = useDeviceChoice('list-folded')
  const fold = () => setFolded(!isFolded)
  useShortcut('l', fold)
  useFocusOnOpened(list, rows !== undefined)
  useSelectionKeys(list)
  return (
    <div className="mx-auto flex w-full max-w-[100rem] items-start gap-6">
      <nav
        ref={list}
        aria-label={label}
        aria-busy={rows === undefined}
        className={`sticky top-8 max-h-[calc(100dvh-4rem)] shrink-0 overflow-y-auto rounded-md border border-line bg-surface shadow-low print:hidden ${isFolded ? '' : 'w-56 2xl:w-76'}`}
      >
        <FoldButton isFolded={isFolded} onPress={fold} />
        <ul hidden={isFolded}>
          {rows === undefined && <SkeletonItems />}
          {rows?.map((row) => (
            <Item key={row.id} row={row} hrefOf={hrefOf} content={content} isCurrent={row.id === currentId} />
          ))}
        </ul>
        {onLoadMore && rows && !isFolded && (
          <LoadMore
            hasMore={hasMore}
            isLoadingMore={isLoadingMore}
            hasLoadFailed={hasLoadFailed}
            onLoadMore={onLoadMore}
          />
        )}
      </nav>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

const FoldButton = ({ isFolded, onPress }: { isFolded: boolean; onPress: () => void }) => (
  <div className="flex justify-end border-b border-line">
    <IconButton
      icon={isFolded ? ChevronsRight : ChevronsLeft}
      label={isFolded ? 'Visa listan (l)' : 'Fäll ihop listan (l)'}
      onPress={onPress}
    />
  </div>
)

const SkeletonItems = () =>
  Array.from({ length: 8 }, (_, index) => `s${index}`).map((key) => (
    <li key={key} className="border-b border-line p-3 last:border-b-0">
      <Skeleton className="h-12" />
    </li>
  ))

const ItemView = <Row,>({ row, isCurrent, hrefOf, content }: ItemProps<Row>) => (
  <li className="border-b border-line last:border-b-0">
    <RouteLink
      to={hrefOf(row)}
      replaces
      data-side-link=""
      aria-current={isCurrent ? 'true' : undefined}
      className="block border-l-3 border-transparent px-3 py-2 hover:bg-hover focus-visible:-outline-offset-2 forced-colors:border-system-canvas aria-current:border-accent forced-colors:aria-current:border-system-highlight aria-current:bg-hover"
    >
      {content(row)}
    </RouteLink>
  </li>
)
const Item = memo(ItemView) as typeof ItemView

/** Handles the keys that open the row before or after the open one. */
function useSelectionKeys(list: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      const step = stepOf(event)
      const links = [...(list.current?.querySelectorAll<HTMLAnchorElement>('[data-side-link]') ?? [])]
      const next = links[links.findIndex((link) => link.ariaCurrent === 'true') + step]
      if (step === 0 || !next) return
      event.preventDefault()
      next.focus({ preventScroll: true })
      next.scrollIntoView?.({ block: 'nearest' })
      next.click()
    }
    const own = list.current
    own?.addEventListener('keydown', move)
    return () => own?.removeEventListener('keydown', move)
  }, [list])
}

/** After a row was opened from a list, focuses the list, which is now on the left. */
function useFocusOnOpened(list: RefObject<HTMLElement | null>, isLoaded: boolean) {
  const isOpened = useNavigationType() === 'PUSH'
  useEffect(() => {
    const active = document.activeElement
    const isFree = !active || active === document.body || active.matches('main')
    if (isLoaded && isOpened && isFree)
      list.current?.querySelector<HTMLElement>('[aria-current="true"]')?.focus({ preventScroll: true })
  }, [list, isLoaded, isOpened])
}

const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** 1 or -1 when the key moves the selection; never with a modifier. */
function stepOf(event: KeyboardEvent): number {
  const isModified = event.altKey || event.ctrlKey || event.metaKey || event.getModifierState('AltGraph')
  return event.defaultPrevented || isModified ? 0 : (steps[event.key] ?? 0)
}
