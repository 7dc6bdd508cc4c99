import { useEffect, useRef } from 'react'
import { isPhone } from '../web/device.ts'
import { Button } from './button.tsx'

export type LoadMoreProps = {
  hasMore: boolean
  isLoadingMore: boolean
  /** The last request failed; only the button retries it, not scrolling. */
  hasLoadFailed?: boolean
  onLoadMore: () => void
}

/** Loads the next page when scrolled into view; the button is for keyboards, retries and phones, where what follows must be reached. */
export function LoadMore({ hasMore, isLoadingMore, hasLoadFailed = false, onLoadMore }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const load = useRef(onLoadMore)
  useEffect(() => {
    load.current = onLoadMore
  })
  useEffect(() => {
    if (!end.current || !hasMore || isLoadingMore || hasLoadFailed) return
    if (typeof IntersectionObserver === 'undefined' || isPhone()) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load.current(), {
      rootMargin: '0px 0px 600px 0px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [hasMore, isLoadingMore, hasLoadFailed])

  if (!hasMore) return null
  return (
    <div
      ref={end}
      data-noprint=""
      className="flex min-h-14 flex-wrap items-center justify-center gap-x-3 border-t border-line"
    >
      {hasLoadFailed && !isLoadingMore && <p role="alert">Kunde inte hämta fler rader.</p>}
      <Button variant="quiet" onPress={onLoadMore} isPending={isLoadingMore} pendingText="Hämtar fler">
        {hasLoadFailed ? 'Försök igen' : 'Visa fler'}
      </Button>
    </div>
  )
}
