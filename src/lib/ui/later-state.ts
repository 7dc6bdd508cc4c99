import { startTransition, useCallback, useState } from 'react'

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

/** What is asked for in a frame is done before its paint, what that asks for after it. */
const afterPaint = (work: () => void) => requestAnimationFrame(() => setTimeout(work))
