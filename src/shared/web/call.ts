// The browser half of a contract: all requests to the server go through it.
import { type ClientInput, type Endpoint, FACTOR_NEEDED, Refusal, type Result } from '../contract.ts'
import { isProofNeeded } from './proof.ts'

/** An error response or a failed connection, with a Swedish message for the user. */
export class CallError extends Error {
  override name = 'CallError'
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>
  readonly current: unknown

  constructor(status: number, { code, message, fields = {}, current }: Omit<Refusal['error'], 'requestId'>) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
    this.current = current
  }
}

/** Whether the server answered that there is no such thing, or none that the user may see. */
export const isNotFound = (error: unknown): boolean => error instanceof CallError && error.status === 404

type CallOptions = {
  signal?: AbortSignal
  idempotencyKey?: string
  /** The request is completed also when the page is closed meanwhile; its response is then not seen. */
  outlivesPage?: boolean
  /** For a file: the bytes received so far. */
  onProgress?: (bytes: number) => void
}
export type Call = <E extends Endpoint>(endpoint: E, input: ClientInput<E>, options?: CallOptions) => Promise<Result<E>>

export type Connection = {
  fetch: typeof fetch
  /** The access token to send, if any. */
  token: () => string | undefined
  /** Called once on a 401: resolves to a new token to retry with, or undefined when the session has ended. */
  renew: (refused: string | undefined) => Promise<string | undefined>
  /** Called when the server asks who the person is: resolves once that is proved, to repeat the call, else rejects. */
  prove?: (refusal: CallError, sentAt: number) => Promise<void>
  /** Called when a second factor must be proved, or the first one added, before anything else. */
  onFactorNeeded?: () => void
  /** Retries of a call that the server refused because it was overloaded; default 2. */
  overloadRetries?: number
}

const OVERLOAD_RETRIES = 2

export const unreachable = {
  code: 'unreachable',
  message: 'Ingen kontakt med servern. Kontrollera uppkopplingen och försök igen.',
}

/** A `call` over a connection: one in the browser, one for each user in a test. */
export function createCall(connection: Connection): Call {
  const { fetch, token, renew, overloadRetries = OVERLOAD_RETRIES } = connection
  return async <E extends Endpoint>(
    endpoint: E,
    input: ClientInput<E>,
    { signal, idempotencyKey, outlivesPage = false, onProgress }: CallOptions = {},
  ) => {
    const { body } = input as { body?: unknown }
    const key = endpoint.creates && (idempotencyKey ?? crypto.randomUUID())
    const send = (bearer: string | undefined) =>
      fetch(urlOf(endpoint, input), {
        method: endpoint.method,
        headers: {
          ...(bearer && { authorization: `Bearer ${bearer}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
        ...(outlivesPage && { keepalive: true }),
      }).catch((error: unknown) => {
        if (signal?.aborted) throw error
        throw new CallError(0, unreachable)
      })

    // Read once: a retry never uses the token of another user who signs in meanwhile.
    let bearer = token()
    let sentAt = performance.now()
    let response = await send(bearer)
    let isRenewed = false
    // The token may expire while the call waits to be retried.
    for (let retries = 0; ; sentAt = performance.now(), response = await send(bearer)) {
      if (response.status === 401 && !isRenewed) {
        isRenewed = true
        const renewed = await renew(bearer)
        if (!renewed) break
        bearer = renewed
      } else if (await isProofGiven(response, sentAt, connection)) {
        signal?.throwIfAborted()
        isRenewed = false
      } else if (retries < overloadRetries && (await isOverloaded(response))) {
        retries++
        await retryAfter(response, signal)
      } else break
    }
    return (await resultOf(endpoint, response, onProgress)) as Result<E>
  }
}

/** Whether the call was refused until the person proves who they are, which is now done. Rejects when it is not. */
async function isProofGiven(response: Response, sentAt: number, { prove, onFactorNeeded }: Connection) {
  if (response.status !== 403) return false
  const refusal = await refusalIn(response.clone())
  if (refusal.code === FACTOR_NEEDED) onFactorNeeded?.()
  if (!isProofNeeded(refusal) || !prove) return false
  await prove(refusal, sentAt)
  return true
}

/** The server was overloaded and did nothing, so the request is safe to retry. */
const isOverloaded = async (response: Response) =>
  response.status === 503 && response.headers.has('retry-after') && (await refusalIn(response.clone())).code === 'busy'

/** Waits for Retry-After plus up to 50 % jitter, so that clients do not retry at the same moment. */
async function retryAfter(response: Response, signal: AbortSignal | undefined) {
  const ms = Number(response.headers.get('retry-after')) * 1000
  await new Promise((resolve) => setTimeout(resolve, ms * (1 + Math.random() / 2)))
  signal?.throwIfAborted()
}

export function urlOf(endpoint: Endpoint, input: unknown) {
  const { params = {}, query = {} } = input as { params?: Record<string, string>; query?: Record<string, unknown> }
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search ? `${path}?${search}` : path
}

async function resultOf(
  { returns }: Endpoint,
  response: Response,
  onProgress?: (bytes: number) => void,
): Promise<unknown> {
  if (!response.ok) throw await refusalIn(response)
  if (!('answer' in returns)) return response.json()
  return returns.answer === 'file' ? fileIn(response, onProgress) : undefined
}

/** A connection lost during the download is an error, never a truncated file. */
async function fileIn(response: Response, onProgress?: (bytes: number) => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  try {
    const reader = response.body?.getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      parts.push(part.value)
      bytes += part.value.byteLength
      onProgress?.(bytes)
    }
  } catch {
    throw new CallError(0, unreachable)
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' })
}

export async function refusalIn(response: Response) {
  const parsed = Refusal.safeParse(await response.json().catch(() => undefined))
  if (parsed.success) return new CallError(response.status, parsed.data.error)
  return new CallError(response.status, { code: 'unknown', message: 'Något gick fel. Försök igen om en stund.' })
}

let current: { connection: Connection; call: Call } | undefined

/** Sets the connection of `call`; called once at start, and by screen tests. */
export function connect(connection: Connection) {
  current = { connection, call: createCall(connection) }
}

function connected() {
  if (!current) throw new Error('connect() has not been called')
  return current
}

/** The connection of `call`, for `listen`. */
export const currentConnection = () => connected().connection

export const call: Call = (endpoint, sent, options) => connected().call(endpoint, sent, options)
