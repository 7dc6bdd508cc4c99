import { startTransition, useCallback, useState } from 'react'

type TransitionState<Value> = readonly [Value, (value: Value) => void]

/**
 * State of something that is expensive to mount and unmount, such as an open dialog: set during the event and rendered in a
 * transition, so that the press is painted first.
 */
export function useTransitionState<Value>(): TransitionState<Value | undefined>
export function useTransitionState<Value>(initial: Value): TransitionState<Value>
export function useTransitionState<Value>(initial?: Value): TransitionState<Value | undefined> {
  const [value, setValue] = useState(initial)
  const set = useCallback((next: Value | undefined) => startTransition(() => setValue(() => next)), [])
  return [value, set]
}
