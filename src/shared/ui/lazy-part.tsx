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

/** Fetches code that is about to be rendered; if that fails, rendering tries again. */
export const fetchAhead = (load: () => Promise<unknown>) => void load().catch(() => undefined)

/**
 * Fetches code ahead of its use; what fails is fetched again when it is used. One at a time: on a network that drops all traffic
 * each holds one of the six connections that a browser opens to a host over HTTP/1.1, and the data waits for them.
 */
export async function fetchInTurn(loads: Iterable<() => Promise<unknown>>) {
  for (const load of loads) await load().catch(() => undefined)
}

/** Fetches every part of the modules that are loaded. */
export const fetchParts = () => fetchInTurn([...parts])
