// Routes whose data is requested together with their code, when they are opened and when a link to them is about to be pressed.
import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, memo } from 'react'
import type { Params, RouteObject } from 'react-router'
import { signedInPerson } from '#features/auth/web/me.ts'
import type { LoginKind } from '#shared/roles.rules.ts'
import { isRenderedAtOnce } from '#shared/ui/route-link.tsx'
import { loadCode } from '#shared/web/load-code.ts'
import { queryClient } from '#shared/web/query-client.ts'
import { rowIdOf } from '#shared/web/url.ts'
import { prefetchWhenIdle } from './prefetch.ts'

/** Requests the module of a screen. */
export type Code = () => Promise<{ Component: ComponentType }>
/** Runs the queries that a screen opens with. */
export type ScreenData = (at: { client: QueryClient; id: string; search: URLSearchParams }) => Promise<unknown>
type Location = { params: Params; search: URLSearchParams }
/** The `handle` of a screen's route. */
export type ScreenHandle = { startData: (at: Location) => void }

type Frame = {
  /** Whose screens these are: nothing is requested for others. */
  kind: LoginKind
  code: Code
  /** By path. */
  screens: Record<string, Code>
  /** The queries of its screens, by path. */
  data: () => Promise<Partial<Record<string, ScreenData>>>
  /** Where a session that has ended leads. */
  login: Code
}

/**
 * A frame for signed-in people and its screens. All of its code, dialogs included, is fetched when the first screen has been
 * open for a moment.
 */
export const frame = ({ kind, code, screens, data, login }: Frame): RouteObject => {
  const queries = once(data)
  return {
    lazy: memoized(code),
    loader: () => {
      void signedInPerson(queryClient).catch(() => undefined)
      prefetchWhenIdle(...Object.values(screens), data, login)
      return null
    },
    shouldRevalidate: () => false,
    children: Object.entries(screens).map(([path, screenCode]) => screen(path, screenCode, { kind, data: queries })),
  }
}

/** Even of a module that is there, a browser on a busy phone imports it after other tasks only. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw error
    }))
}

/** The router creates the elements of all routes again whenever its state changes. */
const memoized =
  (code: Code): Code =>
  async () => ({ Component: memo((await loadCode(code)).Component) })

function screen(path: string, code: Code, { kind, data }: Pick<Frame, 'kind' | 'data'>): RouteObject {
  const runQueries = async ({ params, search }: Location) => {
    const [all, me] = await Promise.all([data(), signedInPerson(queryClient)])
    if (me.kind === kind && !me.mustChangePassword)
      await all[path]?.({ client: queryClient, id: rowIdOf(params.id ?? ''), search })
  }
  // Errors are ignored here: the screen runs the same queries and shows theirs.
  const startData: ScreenHandle['startData'] = (location) => void runQueries(location).catch(() => undefined)
  return {
    path,
    lazy: memoized(code),
    // Does not wait for the data. In a task of its own the screen is rendered after the press is painted, and is painted itself
    // before its effects; for a mouse both frames are one.
    loader: async ({ params, request }) => {
      startData({ params, search: new URL(request.url).searchParams })
      if (!isRenderedAtOnce()) await new Promise((resolve) => setTimeout(resolve))
      return null
    },
    handle: { startData } satisfies ScreenHandle,
  }
}
