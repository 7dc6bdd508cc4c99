// The responses that came with the first screen of the document (app/browser/first-screen.ts).

/** Older responses are requested again. */
const LONGEST_MS = 30_000
/**
 * How long the answer is waited for: by the start of the app since the document's script ran, by the app's requests since
 * it was asked for.
 */
export const WAIT_MS = 2000

/** `sentAt` by `performance.now()`; `responses` is JSON by URL. */
export type FirstScreen = { token: string; sentAt: number; answer: Promise<{ responses: Record<string, string> }> }

function firstScreen() {
  const first = (globalThis as { firstScreen?: FirstScreen }).firstScreen
  return first && performance.now() - first.sentAt < LONGEST_MS ? first : undefined
}

let left: Record<string, string> | undefined

/** A `fetch` that uses each of these responses once, for the same request with the same token. */
export const usingFirstResponses =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) =>
    (await take(input, init)) ?? fetch(input, init)

async function take(input: Parameters<typeof fetch>[0], { method = 'GET', headers }: RequestInit = {}) {
  const first = firstScreen()
  if (!first || typeof input !== 'string' || method !== 'GET') return undefined
  if (new Headers(headers).get('authorization') !== `Bearer ${first.token}`) return undefined
  left ??= await Promise.race([responsesOf(first), noneWhenLate(first)])
  const json = left[input]
  delete left[input]
  return json === undefined ? undefined : new Response(json, { headers: { 'content-type': 'application/json' } })
}

/** None when it was refused: the network may not have been up yet, or the reason have passed. */
const responsesOf = ({ answer }: FirstScreen): Promise<Record<string, string>> =>
  answer.then(({ responses }) => responses).catch(() => ({}))

/** None from then on: what comes later would be older than what was requested instead. */
const noneWhenLate = ({ sentAt }: FirstScreen) =>
  new Promise<Record<string, string>>((resolve) => {
    setTimeout(() => resolve({}), sentAt + WAIT_MS - performance.now())
  })

/** When the request of a fetch that starts now may have been sent, by `performance.now()`. */
export function timeOfRequest(): number {
  const first = firstScreen()
  return first && (!left || Object.keys(left).length > 0) ? first.sentAt : performance.now()
}
