import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { saveDrafts } from '#shared/web/draft-owner.ts'
import { type LiveEvent, live, type PortalEvent, type RecentChanges } from '../live.contract.ts'
import { joinSharedStream } from './cross-tab-stream.ts'
import { openRecentEvents } from './recent-events.ts'
import { listenWithReconnect } from './reconnect.ts'
import { refetch, refetchAll, refetchSince, throttle } from './refetch.ts'

/** The minimum time between two refetches of the same query. */
const REFETCH_EVERY_MS = 400
/** Spreads the refetches of all clients after a lost connection. */
const RECONNECT_JITTER_MS = 800

type Subscription<Event> = { userId: string; keysOf: (event: Event) => QueryKey[] }

/**
 * Refetches the queries of staff screens when their rows change, in all tabs of this browser. Returns false while the
 * stream is disconnected: rendered data may then be stale.
 */
export const useLive = (subscription: Subscription<LiveEvent>) => useStream(live.staff, subscription)

/** The same for a customer. */
export const usePortalLive = (subscription: Subscription<PortalEvent>) => useStream(live.customer, subscription)

function useStream<Event extends PortalEvent | LiveEvent>(
  endpoint: typeof live.staff | typeof live.customer,
  { userId, keysOf }: Subscription<Event>,
) {
  const client = useQueryClient()
  const keys = useEffectEvent(keysOf)
  const [isConnected, setConnected] = useState(true)

  useEffect(() => {
    const refetchThrottled = throttle(REFETCH_EVERY_MS, (queryKey: QueryKey) => void refetch(client, queryKey))
    let jitter: ReturnType<typeof setTimeout> | undefined
    const recent = openRecentEvents()
    let isReconnect = false
    const refetchEverything = () => {
      void (isReconnect ? refetchAll(client) : refetch(client, []))
      isReconnect = true
    }
    const begin = ({ since }: { since?: RecentChanges | undefined }) => {
      if (!since || isReconnect) return refetchEverythingSoon()
      isReconnect = true
      refetchSince(client, since, (change) => keys(change as Event))
    }
    const refetchEverythingSoon = () => {
      clearTimeout(jitter)
      jitter = setTimeout(refetchEverything, Math.random() * RECONNECT_JITTER_MS)
    }
    const unsubscribe = joinSharedStream<
      Event | { about: 'everything'; since?: RecentChanges | undefined },
      RecentChanges
    >({
      name: `live-${userId}`,
      recent: recent.get,
      // A stream that has begun meanwhile has covered more.
      onMissed: (since) => isReconnect || begin({ since }),
      onContact: setConnected,
      runStream: ({ onEvent, onActivity, onDismissed }, signal) =>
        listenWithReconnect(endpoint as typeof live.staff, {
          signal,
          onActivity,
          onDismissed,
          onEvent: (event) => onEvent(event as Event),
          // Rights changed or the session ended: the next request of each tab is refused and redirects it.
          onRefused: () => onEvent({ about: 'everything' }),
        }),
      onEvent: (event) => {
        if (event.about === 'everything') {
          recent.restart(event.since)
          return begin(event)
        }
        recent.add(event as Exclude<LiveEvent, { about: 'everything' }>)
        for (const key of keys(event as Event)) refetchThrottled(key)
      },
    })
    return () => {
      unsubscribe()
      clearTimeout(jitter)
      refetchThrottled.stop()
    }
  }, [client, endpoint, userId])
  useEffect(() => {
    if (isConnected) void saveDrafts()
  }, [isConnected])
  return isConnected
}
