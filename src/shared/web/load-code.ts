// Loads code on demand: retries while the server is unreachable, and notices when the server has another build. When to reload is
// decided in app/browser/outdated-app.ts.
import { BUILD_HEADER } from '../contract.ts'
import { useStore } from './store.ts'

const RETRY_DELAY_MS = { first: 500, longest: 8000 }
/** Failures with a reachable server after which only a new document helps, as a browser may cache a failed import. */
const MAX_FAILURES_IN_REACH = 4

/** `isWaiting`: a part is missing and being retried. `isOutdated`: the server has another build, which a reload fetches. */
type CodeState = { isWaiting: boolean; isOutdated: boolean }

let state: CodeState = { isWaiting: false, isOutdated: false }
const waiting = new Map<unknown, Promise<unknown>>()
const listeners = new Set<() => void>()

/** Resolves once the code is loaded, however long the server is unreachable. Rejects when the code itself fails. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch (error) {
    if (!isFetchFailure(error)) throw error
    const running = waiting.get(load) ?? retry(load)
    return running as Promise<Code>
  }
}

/** Matches the browsers' messages for a module that could not be fetched, and Vite's for its style sheet. */
const isFetchFailure = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(error.message)

function retry<Code>(load: () => Promise<Code>): Promise<Code> {
  const attempts = retryUntilLoaded(load).finally(() => {
    waiting.delete(load)
    update({ isWaiting: waiting.size > 0 })
  })
  waiting.set(load, attempts)
  update({ isWaiting: true })
  return attempts
}

async function retryUntilLoaded<Code>(load: () => Promise<Code>): Promise<Code> {
  let failuresInReach = 0
  for (let delay = RETRY_DELAY_MS.first; ; delay = Math.min(delay * 2, RETRY_DELAY_MS.longest)) {
    const isReached = await reachServer()
    if (isReached) failuresInReach++
    if (failuresInReach > MAX_FAILURES_IN_REACH) update({ isOutdated: true })
    await delayOrOnline(delay)
    // The server's build lacks the part. Listeners may be waiting to reload.
    if (state.isOutdated) {
      update({})
      continue
    }
    try {
      return await load()
    } catch (error) {
      if (!isFetchFailure(error)) throw error
    }
  }
}

/** Whether the server responds; also reads its build from the response. */
async function reachServer(): Promise<boolean> {
  const response = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined)
  if (response) noteBuild(response)
  return response?.ok ?? false
}

function delayOrOnline(milliseconds: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const finish = () => resolve()
  const timer = setTimeout(finish, milliseconds)
  window.addEventListener('online', finish, { once: true })
  return promise.finally(() => {
    clearTimeout(timer)
    window.removeEventListener('online', finish)
  })
}

/** A `fetch` that notices when a response comes from another build than this document. */
export const noticingBuild =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    noteBuild(response)
    return response
  }

/** Processes of two builds may respond during a deployment: the last response counts. */
function noteBuild({ headers }: Response) {
  const own = document.documentElement.dataset.build
  const answered = headers.get(BUILD_HEADER)
  if (own && answered) update({ isOutdated: own !== answered })
}

function update(changed: Partial<CodeState>) {
  state = { ...state, ...changed }
  for (const listener of listeners) listener()
}

export function subscribeToCode(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const codeState = (): CodeState => state
export const useCodeState = (): CodeState => useStore(subscribeToCode, codeState)
