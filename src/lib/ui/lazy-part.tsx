import { type ComponentType, lazy, Suspense } from 'react'
import { loadCode } from '#lib/web/load-code.ts'
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

/** Fetches every part of the modules that are loaded; one that fails is fetched when it is rendered. */
export const fetchParts = (): Promise<unknown> => Promise.allSettled([...parts].map((load) => load()))
