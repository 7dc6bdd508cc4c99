import { useSearchParams } from 'react-router'

/**
 * A list's filter in the address, so that a reload, a link and the back button keep it. `set` with '' takes a name out;
 * typing a search replaces the address, choosing adds a step.
 */
export function useAddress<Name extends string>() {
  const [params, setParams] = useSearchParams()
  const set = (name: Name, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: name === 'search' },
    )
  return { params, set, setAll: setParams }
}
