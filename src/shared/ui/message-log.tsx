import { ChevronsUp } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigationType } from 'react-router'
import { plural } from '../plural.rules.ts'
import { Button } from './button.tsx'

/** The comments that a conversation opens with, the newest; older ones are folded. */
const NEWEST = 10

/** The visits, by the key of their location, in which older comments were unfolded: Back returns to them as they were. */
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
 * A conversation. A long one opens at its newest comment with the older ones folded, or at the comment that the hash of the
 * address names. Neither what arrives nor what is unfolded moves what is being read. Paper and the browser's search have all.
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
      {/* Screen readers announce new entries, but not those that are unfolded. */}
      <div role="log" aria-labelledby={labelledBy} className={className}>
        {listed(foldedCount, entries.length)}
        {commentsOf(entries).length === 0 && empty}
      </div>
    </div>
  )
}

const commentsOf = (entries: readonly Entry[]) => entries.filter(({ kind }) => kind === 'comment')

/** The comment that the hash of the address names. */
const useNamed = () => useLocation().hash.slice(1)

/** Where the fold is: the same from the opening on, so that what arrives later folds nothing. */
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
  /** Returns the entry that was the first one, where it was on the screen. */
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
 * Scrolls to the named comment, of a long conversation to the newest; not when a person, or Back, has scrolled already. After a
 * page load the position is one that the router kept from the load before, cut to the height of a page without its content.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the address names another comment.
  useEffect(() => open(), [named])
}
