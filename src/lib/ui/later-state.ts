import { startTransition, useCallback, useEffect, useState } from 'react'
import { afterPaint } from '#lib/web/after-paint.ts'

type Later<Value> = readonly [Value, (value: Value) => void]

/** State that is drawn after what was pressed shows that it was: for what takes a while to make, such as a dialog. */
export function useLaterState<Value>(): Later<Value | undefined>
export function useLaterState<Value>(first: Value): Later<Value>
export function useLaterState<Value>(first?: Value): Later<Value | undefined> {
  const [value, set] = useState(first)
  const setLater = useCallback(
    (next: Value | undefined) => afterPaint(() => startTransition(() => set(() => next))),
    [],
  )
  return [value, setLater]
}

/** The value as it was at the last paint. */
export function useLater<Value>(value: Value): Value {
  const [later, setLater] = useLaterState(value)
  useEffect(() => setLater(value), [value, setLater])
  return later
}
