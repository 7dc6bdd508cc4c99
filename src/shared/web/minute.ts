import { useStore } from './store.ts'

const MINUTE_MS = 60_000

/** The current time, updated each minute, for opening hours and ages of tickets on a page that stays open. */
export function useMinute() {
  const minute = useStore(subscribeToMinutes, currentMinute)
  return new Date(minute * MINUTE_MS)
}

const currentMinute = () => Math.floor(Date.now() / MINUTE_MS)

function subscribeToMinutes(onChange: () => void) {
  const timer = setInterval(onChange, MINUTE_MS / 4)
  return () => clearInterval(timer)
}
