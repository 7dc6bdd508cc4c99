// Routes whose data is requested together with their code, when they are opened or when a link to them is about to be
// pressed.
import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, memo } from 'react'
import type { Params, RouteObject } from 'react-router'
import type { Me } from '#features/auth/auth.contract.ts'
import { signedInPerson } from '#features/auth/web/me.ts'
import type { LoginKind } from '#shared/roles.rules.ts'
import { isRenderedAtOnce } from '#shared/ui/route-link.tsx'
import { isFramed } from '#shared/web/frame.ts'
import { loadCode } from '#shared/web/load-code.ts'
import { queryClient } from '#shared/web/query-client.ts'
import { rowIdOf } from '#shared/web/url.ts'
import { prefetchWhenIdle } from './prefetch.ts'

/** Requests the module of a screen. */
export type Code = () => Promise<{ Component: ComponentType }>
/** Runs the queries of a screen. */
export type ScreenData = (at: { client: QueryClient; me: Me; id: string; search: URLSearchParams }) => Promise<unknown>
type Location = { params: Params; search: URLSearchParams }
/** The `handle` of a screen's route. */
export type ScreenHandle = { startData: (at: Location) => Promise<unknown> }

type Frame = {
  /** The kind of login that may see these screens: nothing is requested for others. */
  kind: LoginKind
  code: Code
  /** By path. */
  screens: Record<string, Code>
  /** The queries of its screens, by path. */
  data: () => Promise<Partial<Record<string, ScreenData>>>
  /** Resolves when it is to be painted; it is also when this fails. */
  isReady?: () => Promise<void>
  /** The page to which an ended session leads. */
  login: Code
}

/**
 * A layout for signed-in users with its screens. All of its code, dialogs included, is fetched when the first screen
 * has been open for a moment.
 */
export const frame = ({ kind, code, screens, data, isReady, login }: Frame): RouteObject => {
  const queries = once(data)
  return {
    lazy: memoized(code),
    loader: async () => {
      void signedInPerson(queryClient).catch(() => undefined)
      prefetchWhenIdle(...Object.values(screens), data, login)
      await isReady?.().catch(() => undefined)
      return null
    },
    shouldRevalidate: () => false,
    children: Object.entries(screens).map(([path, screenCode]) => screen(path, screenCode, { kind, data: queries })),
  }
}

/** Caches a module, because on a busy phone `import()` of a loaded module still waits behind other tasks. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw error
    }))
}

/** Memoized, because the router creates the elements of all routes again at each change of its state. */
const memoized =
  (code: Code): Code =>
  async () => ({ Component: memo((await loadCode(code)).Component) })

/** How long the app's first screen may wait for its data, which comes with the drawing. */
const DRAWN_MS = 1000
const afterMs = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function screen(path: string, code: Code, { kind, data }: Pick<Frame, 'kind' | 'data'>): RouteObject {
  const runQueries = async ({ params, search }: Location) => {
    const [all, me] = await Promise.all([data(), signedInPerson(queryClient)])
    if (me.kind === kind && !me.mustChangePassword && !me.needs)
      await all[path]?.({ client: queryClient, me, id: rowIdOf(params.id ?? ''), search })
  }
  // Errors are ignored here, because the screen runs the same queries and shows their errors.
  const startData = (location: Location) => runQueries(location).catch(() => undefined)
  return {
    path,
    lazy: memoized(code),
    // Waits for the data only where it replaces what the server has written, which would turn into skeletons. The separate task
    // lets the press be painted before the screen is rendered, and the screen before its effects run; with a mouse both
    // are one frame.
    loader: async ({ params, request }) => {
      const hasData = startData({ params, search: new URL(request.url).searchParams })
      if (isFramed()) await Promise.race([hasData, afterMs(DRAWN_MS)])
      else if (!isRenderedAtOnce()) await afterMs(0)
      return null
    },
    handle: { startData } satisfies ScreenHandle,
  }
}
