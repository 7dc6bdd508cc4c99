import { useLocation, useNavigationType } from 'react-router'

/**
 * The state of the navigation that led here. None after a reload or on the way back, although the history entry keeps its state: what
 * is said or focused on arrival is so once.
 */
export function useArrivalState<State>(): State | undefined {
  const { state } = useLocation()
  return useNavigationType() === 'POP' ? undefined : (state ?? undefined)
}
