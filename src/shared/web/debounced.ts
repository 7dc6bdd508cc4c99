import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 250

/** The value once it has been unchanged for 250 ms; the first value at once. */
export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
