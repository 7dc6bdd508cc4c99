import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 250

/** The value once it has been unchanged for a moment; the first value at once. */
export function useDebounced<T>(value: T, milliseconds = DEBOUNCE_MS): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
