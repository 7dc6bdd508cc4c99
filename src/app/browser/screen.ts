// Routes whose data is requested together with their code, when they are opened or when a link to them is about to be
// pressed.
import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, memo } from 'react'
import type { Params, RouteObject } from 'react-router'
import { personKnown, signedInPerson } from '#features/auth/web/me.ts'
import { currentSession, onceRead } from '#features/auth/web/session.ts'
import { rememberedPortal } from '#features/auth/web/session-key.ts'
import type { LoginKind } from '#shared/roles.rules.ts'
import { isRenderedAtOnce } from '#shared/ui/route-link.tsx'
import { loadCode } from '#shared/web/load-code.ts'
import { queryClient } from '#shared/web/query-client.ts'
import { rowIdOf } from '#shared/web/url.ts'
import { prefetchWhenIdle } from './prefetch.ts'

/** Requests the module of a screen. */
export type Code = () => Promise<{ Component: ComponentType }>
/** Runs the queries of a screen. */
export type ScreenData = (at: { client: QueryClient; id: string; search: URLSearchParams }) => Promise<unknown>
/** Reads what a layout shows above its screens. */
export type LayoutData = (client: QueryClient) => Promise<unknown>
type Location = { params: Params; search: URLSearchParams }
/** The `handle` of a screen's route. */
export type ScreenHandle = { startData: (at: Location) => void }

type Frame = {
  /** The kind of login that may see these screens: nothing is requested for others. */
  kind: LoginKind
  code: Code
  /** By path. */
  screens: Record<string, Code>
  /** The queries of its screens, by path. */
  data: () => Promise<Partial<Record<string, ScreenData>>>
  layoutData?: () => Promise<LayoutData>
  /** The page to which an ended session leads. */
  login: Code
}

/**
 * A layout for signed-in users with its screens. All of its code, dialogs included, is fetched when the first screen
 * has been open for a moment.
 */
export const frame = ({ kind, code, screens, data, layoutData, login }: Frame): RouteObject => {
  const queries = once(data)
  return {
    lazy: memoized(code),
    loader: async () => {
      void signedInPerson(queryClient).catch(() => undefined)
      prefetchWhenIdle(...Object.values(screens), data, login)
      if (layoutData) await layoutReady(kind, layoutData)
      return null
    },
    shouldRevalidate: () => false,
    children: Object.entries(screens).map(([path, screenCode]) => screen(path, screenCode, { kind, data: queries })),
  }
}

/** How long a layout waits for its data once its code and the person's data are there; skeletons wait as long. */
const LAYOUT_DATA_MS = 150

/**
 * Lets a layout be painted together with its data, so that nothing comes later and moves the screen from under a finger.
 * The data is read at the same time as the person, without whom nothing is painted; so only for one who is known to use
 * this portal.
 */
async function layoutReady(kind: LoginKind, layoutData: () => Promise<LayoutData>) {
  await onceRead()
  if (currentSession().status !== 'in' || rememberedPortal() !== kind) return
  // It is in the file of the layout's code, whose failure is reported.
  const query = await layoutData().catch(() => undefined)
  const read = query?.(queryClient).catch(() => undefined)
  await personKnown(queryClient)
  await Promise.race([read, new Promise((resolve) => setTimeout(resolve, LAYOUT_DATA_MS))])
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

function screen(path: string, code: Code, { kind, data }: Pick<Frame, 'kind' | 'data'>): RouteObject {
  const runQueries = async ({ params, search }: Location) => {
    const [all, me] = await Promise.all([data(), signedInPerson(queryClient)])
    if (me.kind === kind && !me.mustChangePassword && !me.needs)
      await all[path]?.({ client: queryClient, id: rowIdOf(params.id ?? ''), search })
  }
  // Errors are ignored here, because the screen runs the same queries and shows their errors.
  const startData: ScreenHandle['startData'] = (location) => void runQueries(location).catch(() => undefined)
  return {
    path,
    lazy: memoized(code),
    // Does not wait for the data. The separate task lets the press be painted before the screen is rendered, and the
    // screen before its effects run; with a mouse both are one frame.
    loader: async ({ params, request }) => {
      startData({ params, search: new URL(request.url).searchParams })
      if (!isRenderedAtOnce()) await new Promise((resolve) => setTimeout(resolve))
      return null
    },
    handle: { startData } satisfies ScreenHandle,
  }
}
