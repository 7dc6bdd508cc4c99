// The responses to the requests that the document's inline script sent before the app's code was loaded
// (app/browser/first-requests.ts).

/** Older responses are requested again. */
const LONGEST_MS = 30_000

/** `sentAt` by `performance.now()`. */
type FirstRequests = { token: string; sentAt: number; responses: Record<string, Promise<Response>> }

function firstRequests() {
  const first = (globalThis as { firstRequests?: FirstRequests }).firstRequests
  return first && performance.now() - first.sentAt < LONGEST_MS ? first : undefined
}

/** A `fetch` that uses each of these responses once, for the same request with the same token. */
export const usingFirstResponses =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    // Its request may have failed when the network was not up yet, or have been refused for a reason that has passed.
    const first = await take(input, init)?.catch(() => undefined)
    return first?.ok ? first : fetch(input, init)
  }

function take(input: Parameters<typeof fetch>[0], { method = 'GET', headers }: RequestInit = {}) {
  const first = firstRequests()
  if (!first || typeof input !== 'string' || method !== 'GET') return undefined
  const response = first.responses[input]
  if (!response || new Headers(headers).get('authorization') !== `Bearer ${first.token}`) return undefined
  delete first.responses[input]
  return response
}

/** When the request of a fetch that starts now may have been sent, by `performance.now()`. */
export function timeOfRequest(): number {
  const first = firstRequests()
  return first && Object.keys(first.responses).length > 0 ? first.sentAt : performance.now()
}
