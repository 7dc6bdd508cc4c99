import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'

export type LoadMoreProps = { hasMore: boolean; isLoadingMore: boolean; onLoadMore: () => void }

/** Loads on when its place comes near the screen; the button is the way for keyboards and when that fails. */
export function LoadMore({ hasMore, isLoadingMore, onLoadMore }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const load = useRef(onLoadMore)
  useEffect(() => {
    load.current = onLoadMore
  })
  useEffect(() => {
    if (!end.current || !hasMore || isLoadingMore || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load.current(), {
      rootMargin: '0px 0px 600px 0px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [hasMore, isLoadingMore])

  if (!hasMore) return null
  return (
    <div ref={end} data-noprint="" className="flex h-14 items-center justify-center border-t border-line">
      <Button variant="quiet" onPress={onLoadMore} isBusy={isLoadingMore} busyText="Hämtar fler">
        Visa fler
      </Button>
    </div>
  )
}
