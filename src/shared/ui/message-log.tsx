import ChevronsUp from 'lucide-react/icons/chevrons-up'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
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

type Entry = { id: string; kind: 'comment' | 'change' | 'visit' | 'ticket' }

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
 * A conversation. It opens at its newest comment, with those before the last ten folded, or at the comment in the URL's hash. A new
 * entry is followed by a reader at the end, and moves nobody else; nor do unfolded entries. Printing and the browser's search
 * include all entries. Below it `--composer` is the height of what covers the bottom of the window.
 */
export function MessageLog<E extends Entry>({ labelledBy, entries, className, empty, children }: Props<E>) {
  const { foldedCount, isFolded, first, unfold } = useFold(entries)
  useOpening(entries)
  const log = useFollowedEnd(entries)
  const listed = (from: number, to: number) => (
    <ol className={className}>
      {entries.slice(from, to).map((entry, index) => (
        <li
          key={entry.id}
          id={entry.id}
          data-comment={entry.kind === 'comment' || undefined}
          {...(foldedCount > 0 && from + index === foldedCount && { ref: first, tabIndex: -1 })}
          className="scroll-mt-[calc(var(--sticky-top,0px)+1rem)] scroll-mb-[calc(var(--composer,4rem)+1rem)] rounded-md"
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
      <div ref={log} role="log" aria-labelledby={labelledBy} className={className}>
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
 * Scrolls to the named comment or the newest, whose beginning is then shown; not if the user or Back has already scrolled. After a
 * page load the scroll position is the one that the router restored, limited to the height of the page without its content.
 */
function useOpening(entries: readonly Entry[]) {
  const named = useNamed()
  const isLoad = useNavigationType() === 'POP' && !hasOpened
  const shown = useRef<string>(undefined)
  const open = useEffectEvent(() => {
    const isAnother = shown.current !== undefined
    shown.current = named
    hasOpened = true
    const isNamed = entries.some(({ id }) => id === named)
    if (isAnother ? !isNamed : window.scrollY > 0 && !isLoad) return
    const opened = isNamed ? named : commentsOf(entries).at(-1)?.id
    const show = () =>
      opened && document.getElementById(opened)?.scrollIntoView?.({ block: isNamed ? 'start' : 'nearest' })
    // After the router, which sets the position of a loaded page again when it has rendered.
    if (isLoad) queueMicrotask(show)
    else show()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the URL names another comment
  useEffect(() => open(), [named])
}

/** Whether the end of an element is on screen, above what covers the bottom of the window. */
export function isEndShown(element: Element) {
  const covered = Number.parseFloat(getComputedStyle(element).getPropertyValue('--composer')) || 0
  return element.getBoundingClientRect().bottom <= window.innerHeight - covered
}

/** The last entry of a conversation: of the list that it is, or of its own children (enquiry-conversation.tsx). */
export const newestOf = (log: Element) => log.querySelector(':scope > ol > li:last-child') ?? log.lastElementChild

/** Keeps the end of the log in view for a reader who sees it when an entry arrives. */
function useFollowedEnd(entries: readonly Entry[]): RefObject<HTMLDivElement | null> {
  const log = useRef<HTMLDivElement>(null)
  const wasShown = useRef(false)
  useEffect(() => {
    const look = () => {
      wasShown.current = log.current !== null && isEndShown(log.current)
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  const { length } = entries
  const shownLength = useRef(length)
  useLayoutEffect(() => {
    if (log.current && length > shownLength.current && wasShown.current)
      newestOf(log.current)?.scrollIntoView?.({ block: 'nearest' })
    shownLength.current = length
  }, [length])
  return log
}
