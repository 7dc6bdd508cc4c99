import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { type LiveEvent, live, type PortalEvent } from '../live.contract.ts'
import { joinSharedStream } from './cross-tab-stream.ts'
import { listenWithReconnect } from './reconnect.ts'
import { refetch, refetchAll } from './refetch.ts'
import { throttle } from './throttle.ts'

/** A screen asks again at most this often for the same thing. */
const SPACE_MS = 400
/** A thousand screens do not all ask at once after a cut. */
const SPREAD_MS = 800

type Known<Event> = { userId: string; keysOf: (event: Event) => QueryKey[] }

/**
 * Keeps what staff have on their screens as it is in the database, in all tabs of this browser. False while there is no
 * contact: what is shown may then be old.
 */
export const useLive = (known: Known<LiveEvent>) => useStream(live.staff, known)

/** The same for a customer. */
export const usePortalLive = (known: Known<PortalEvent>) => useStream(live.customer, known)

function useStream<Event extends PortalEvent | LiveEvent>(
  endpoint: typeof live.staff | typeof live.customer,
  { userId, keysOf }: Known<Event>,
) {
  const client = useQueryClient()
  const keys = useEffectEvent(keysOf)
  const [isThere, setThere] = useState(true)

  useEffect(() => {
    const ask = throttle(SPACE_MS, (queryKey: QueryKey) => void refetch(client, queryKey))
    let spread: ReturnType<typeof setTimeout> | undefined
    let isAfterCut = false
    const askForEverything = () => {
      void (isAfterCut ? refetchAll(client) : refetch(client, []))
      isAfterCut = true
    }
    const askForEverythingSoon = () => {
      clearTimeout(spread)
      spread = setTimeout(askForEverything, Math.random() * SPREAD_MS)
    }
    const leave = joinSharedStream<Event | { about: 'everything' }>({
      name: `live-${userId}`,
      onContact: setThere,
      hold: ({ onEvent, onSound, onDismissed }, signal) =>
        listenWithReconnect(endpoint as typeof live.staff, {
          ...{ signal, onSound, onDismissed },
          onOpen: () => onEvent({ about: 'everything' }),
          onEvent: (event) => onEvent(event as Event),
          // Rights changed or the session ended: what each tab asks next tells it where it belongs.
          onRefused: () => onEvent({ about: 'everything' }),
        }),
      onEvent: (event) => {
        if (event.about === 'everything') askForEverythingSoon()
        else for (const key of keys(event as Event)) ask(key)
      },
    })
    return () => {
      leave()
      clearTimeout(spread)
      ask.stop()
    }
  }, [client, endpoint, userId])
  return isThere
}
