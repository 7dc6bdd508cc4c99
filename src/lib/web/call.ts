// The browser half of a contract: the one way to reach the server.
import { type ClientInput, type Endpoint, Refusal, type Result } from '../contract.ts'

/** A refusal or a failed connection, with a Swedish message that may be shown as it is. */
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

type CallOptions = {
  signal?: AbortSignal
  idempotencyKey?: string
  /** For a file: how many bytes have come so far. */
  onProgress?: (bytes: number) => void
}
export type Call = <E extends Endpoint>(endpoint: E, sent: ClientInput<E>, options?: CallOptions) => Promise<Result<E>>

export type Connection = {
  fetch: typeof fetch
  /** The access token to send, if any. */
  token: () => string | undefined
  /** Called once on a 401 of a token: another to try again with, or undefined when the session is gone. */
  renew: (refused: string | undefined) => Promise<string | undefined>
  /** How often a call that the server had no time for is sent again; twice unless said. */
  busyTries?: number
}

const BUSY_TRIES = 2

export const unreachable = {
  code: 'unreachable',
  message: 'Ingen kontakt med servern. Kontrollera uppkopplingen och försök igen.',
}

/** A `call` over a connection: the browser has one, a test has one for each person. */
export function createCall({ fetch, token, renew, busyTries = BUSY_TRIES }: Connection): Call {
  return async <E extends Endpoint>(
    endpoint: E,
    sent: ClientInput<E>,
    { signal, idempotencyKey, onProgress }: CallOptions = {},
  ) => {
    const { body } = sent as { body?: unknown }
    const key = endpoint.creates && (idempotencyKey ?? crypto.randomUUID())
    const send = (bearer: string | undefined) =>
      fetch(urlOf(endpoint, sent), {
        method: endpoint.method,
        headers: {
          ...(bearer && { authorization: `Bearer ${bearer}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      }).catch((error: unknown) => {
        if (signal?.aborted) throw error
        throw new CallError(0, unreachable)
      })

    // One call is one person's, whoever signs in meanwhile.
    let bearer = token()
    let response = await send(bearer)
    if (response.status === 401) {
      const renewed = await renew(bearer)
      if (renewed) {
        bearer = renewed
        response = await send(bearer)
      }
    }
    for (let tries = 0; tries < busyTries && (await isBusy(response)); tries++) {
      await askedPause(response, signal)
      response = await send(bearer)
    }
    return (await resultOf(endpoint, response, onProgress)) as Result<E>
  }
}

/** The server had no time and says that nothing was done, so the same may be sent again. */
const isBusy = async (response: Response) =>
  response.status === 503 && response.headers.has('retry-after') && (await refusalIn(response.clone())).code === 'busy'

/** As long as the server asks for, and up to half as long again, so that those who met do not meet again. */
async function askedPause(response: Response, signal: AbortSignal | undefined) {
  const askedMs = Number(response.headers.get('retry-after')) * 1000
  await new Promise((resolve) => setTimeout(resolve, askedMs * (1 + Math.random() / 2)))
  signal?.throwIfAborted()
}

export function urlOf(endpoint: Endpoint, sent: unknown) {
  const { params = {}, query = {} } = sent as { params?: Record<string, string>; query?: Record<string, unknown> }
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

/** A connection that is lost half way is a failure, never half a file. */
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

/** Says how this browser reaches the server; called once at start, and by a screen test. */
export function connect(connection: Connection) {
  current = { connection, call: createCall(connection) }
}

function connected() {
  if (!current) throw new Error('connect() has not been called')
  return current
}

/** How this browser reaches the server, for `listen`. */
export const currentConnection = () => connected().connection

export const call: Call = (endpoint, sent, options) => connected().call(endpoint, sent, options)
