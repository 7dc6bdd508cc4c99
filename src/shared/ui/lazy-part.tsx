import { type ComponentType, lazy, Suspense } from 'react'
import { loadCode } from '../web/load-code.ts'
import { CodeNotice } from './code-notice.tsx'

const parts = new Set<() => Promise<unknown>>()

/**
 * A component whose code is fetched when it is first rendered, or earlier by `fetchParts`. Nothing is shown until then, or
 * a notice when the code cannot be fetched.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  parts.add(load)
  const Part = lazy(async () => ({ default: await loadCode(load) }))
  return (props) => (
    <Suspense fallback={<CodeNotice />}>
      <Part {...props} />
    </Suspense>
  )
}

/** Fetches code that is about to be rendered; if this fails, rendering retries. */
export const fetchAhead = (load: () => Promise<unknown>) => void load().catch(() => undefined)

/**
 * Fetches code ahead of its use; what fails is fetched again when it is used. One at a time, since on a stalled network each would
 * hold one of the six connections that a browser opens to a host over HTTP/1.1, and delay the data.
 */
export async function fetchInTurn(loads: Iterable<() => Promise<unknown>>) {
  for (const load of loads) await load().catch(() => undefined)
}

/** Fetches the code of every lazy part in the loaded modules. */
export const fetchParts = () => fetchInTurn([...parts])
