import ChevronsUp from 'lucide-react/icons/chevrons-up'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigationType } from 'react-router'
import { plural } from '../plural.rules.ts'
import { Button } from './button.tsx'

/** How many of the newest comments a conversation opens with; older ones are folded. */
const NEWEST = 10

/** Location keys of visits in which older comments were unfolded, so that Back restores them. */
const unfoldedVisits = new Set<string>()
/** Whether the document has shown a conversation before. */
let hasOpened = false

type Entry = { id: string; kind: 'comment' | 'change' }

type Props<E extends Entry> = {
  /** The id of the heading. */
  labelledBy: string
  /** Oldest first. */
  entries: readonly E[]
  /** The distance between the entries. */
  className: string
  /** Shown while there is no comment. */
  empty: ReactNode
  children: (entry: E, index: number) => ReactNode
}

/**
 * A conversation. A long one opens at its newest comment with older ones folded, or at the comment in the URL's hash. Neither new
 * nor unfolded entries move the entry that is being read. Printing and the browser's search include all entries.
 */
export function MessageLog<E extends Entry>({ labelledBy, entries, className, empty, children }: Props<E>) {
  const { foldedCount, isFolded, first, unfold } = useFold(entries)
  useOpening(entries, foldedCount > 0)
  const listed = (from: number, to: number) => (
    <ol className={className}>
      {entries.slice(from, to).map((entry, index) => (
        <li
          key={entry.id}
          id={entry.id}
          {...(foldedCount > 0 && from + index === foldedCount && { ref: first, tabIndex: -1 })}
          className="scroll-mt-[calc(var(--sticky-top,0px)+1rem)] scroll-mb-64 rounded-md"
        >
          {children(entry, from + index)}
        </li>
      ))}
    </ol>
  )
  return (
    <div className={className}>
      {isFolded && (
        <div className="flex justify-center">
          <Button variant="quiet" icon={ChevronsUp} onPress={() => unfold()?.focus({ preventScroll: true })}>
            Visa {plural(commentsOf(entries.slice(0, foldedCount)).length, 'äldre kommentar', 'äldre kommentarer')}
          </Button>
        </div>
      )}
      {!isFolded && foldedCount > 0 && listed(0, foldedCount)}
      {/* Screen readers announce new entries, but not unfolded ones. */}
      <div role="log" aria-labelledby={labelledBy} className={className}>
        {listed(foldedCount, entries.length)}
        {commentsOf(entries).length === 0 && empty}
      </div>
    </div>
  )
}

const commentsOf = (entries: readonly Entry[]) => entries.filter(({ kind }) => kind === 'comment')

/** The id of the comment in the URL's hash. */
const useNamed = () => useLocation().hash.slice(1)

/** The position of the fold, which stays where it was at the opening, so that new entries fold nothing. */
function useFold(entries: readonly Entry[]) {
  const [firstId] = useState(() => {
    const comments = commentsOf(entries)
    return comments.length > NEWEST ? comments.at(-NEWEST)?.id : undefined
  })
  const foldedCount = Math.max(
    0,
    entries.findIndex(({ id }) => id === firstId),
  )
  const named = useNamed()
  const { key: visit } = useLocation()
  const [isUnfolded, setUnfolded] = useState(unfoldedVisits.has(visit))
  const first = useRef<HTMLLIElement>(null)
  /** Unfolds, keeps the formerly first entry at its place on the screen, and returns it. */
  const unfold = () => {
    const top = first.current?.getBoundingClientRect().top ?? 0
    unfoldedVisits.add(visit)
    flushSync(() => setUnfolded(true))
    const moved = (first.current?.getBoundingClientRect().top ?? 0) - top
    if (moved !== 0) window.scrollBy(0, moved)
    return first.current
  }
  const unfoldAll = useEffectEvent(() => void unfold())
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    window.addEventListener('beforeprint', () => unfoldAll(), { signal })
    window.addEventListener('keydown', (event) => isBrowserSearch(event) && unfoldAll(), { signal })
    return () => stop.abort()
  }, [])
  const isNamed = entries.slice(0, foldedCount).some(({ id }) => id === named)
  return { foldedCount, isFolded: foldedCount > 0 && !isUnfolded && !isNamed, first, unfold }
}

const isBrowserSearch = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  key === 'F3' || ((ctrlKey || metaKey) && key.toLowerCase() === 'f')

/**
 * Scrolls to the named comment, or in a long conversation to the newest; not if the user or Back has already scrolled. After a
 * page load the scroll position is the one that the router restored, limited to the height of the page without its content.
 */
function useOpening(entries: readonly Entry[], isLong: boolean) {
  const named = useNamed()
  const isLoad = useNavigationType() === 'POP' && !hasOpened
  const shown = useRef<string>(undefined)
  const open = useEffectEvent(() => {
    const isAnother = shown.current !== undefined
    shown.current = named
    hasOpened = true
    const isNamed = entries.some(({ id }) => id === named)
    if (isAnother ? !isNamed : window.scrollY > 0 && !isLoad) return
    const opened = isNamed ? named : isLong ? commentsOf(entries).at(-1)?.id : undefined
    if (opened) document.getElementById(opened)?.scrollIntoView?.({ block: isNamed ? 'start' : 'nearest' })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the URL names another comment
  useEffect(() => open(), [named])
}
