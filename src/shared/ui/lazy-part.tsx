import { type ComponentType, type FunctionComponent, lazy, type ReactNode, Suspense, useState } from 'react'
import { loadCode } from '../web/load-code.ts'
import { CodeNotice } from './code-notice.tsx'

const fetches = new Map<FunctionComponent<never>, () => Promise<unknown>>()

/**
 * A component whose code is fetched when it is first rendered, or earlier by `fetchAhead` or `fetchParts`. Nothing is shown
 * until then, or `notice` when the code cannot be fetched.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  notice: ReactNode = <CodeNotice />,
): FunctionComponent<Props> {
  let fetched: ComponentType<Props> | undefined
  const fetch = async () => {
    fetched = await load()
    return fetched
  }
  const Lazy = lazy(async () => ({ default: await loadCode(fetch) }))
  function Part(props: Props) {
    // Fetched code is rendered without `lazy`, for which React shows the fallback first, and for at least 300 ms.
    const [Component] = useState(() => fetched ?? Lazy)
    return (
      <Suspense fallback={notice}>
        <Component {...props} />
      </Suspense>
    )
  }
  fetches.set(Part, fetch)
  return Part
}

/** Fetches the code of a part that is about to be rendered; if this fails, rendering retries. */
export function fetchAhead(part: FunctionComponent<never>) {
  const fetch = fetches.get(part)
  fetch?.().catch(() => undefined)
}

/**
 * Fetches code ahead of its use; what fails is fetched again when it is used. One at a time, since on a stalled network each would
 * hold one of the six connections that a browser opens to a host over HTTP/1.1, and delay the data.
 */
export async function fetchInTurn(loads: Iterable<() => Promise<unknown>>) {
  for (const load of loads) await load().catch(() => undefined)
}

/** Fetches the code of every lazy part in the loaded modules. */
export const fetchParts = () => fetchInTurn([...fetches.values()])
