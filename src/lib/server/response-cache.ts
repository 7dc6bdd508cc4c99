// Responses kept for as long as nothing is written to the database (decision 077).
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import type { Actor } from '#db/actor.ts'
import type { Snapshot } from '#db/scope.ts'
import { ReadyJson } from './ready-json.ts'

/** Characters of all kept responses and their keys. Their compressed bytes are fewer. */
const LENGTH_MAX = 4 * 1024 * 1024
/** Values of Accept-Encoding for which the bytes of one response are kept: browsers of one firm send two or three. */
const ENCODINGS_MAX = 4

/** A response that is kept, with its compressed bytes by the value of Accept-Encoding that they were sent for. */
export class KeptJson<T> extends ReadyJson<T> {
  readonly compressed = new Map<string, { encoding: string; bytes: Buffer }>()
}

export type ResponseCache = {
  /** The response that was kept by this key for a transaction that saw the same database. */
  find(snapshot: Snapshot, key: string): KeptJson<unknown> | undefined
  /** Keeps a response; without effect when there is no room left. */
  keep(snapshot: Snapshot, key: string, response: KeptJson<unknown>): void
}

/**
 * Keeps responses of one snapshot of the database. The first that is kept of another snapshot discards them, so that no write
 * has to.
 */
export function openResponseCache(lengthMax = LENGTH_MAX): ResponseCache {
  let kept = { snapshot: '', length: 0, responses: new Map<string, KeptJson<unknown>>() }
  return {
    find: (snapshot, key) => (snapshot === kept.snapshot ? kept.responses.get(key) : undefined),
    keep: (snapshot, key, response) => {
      if (snapshot !== kept.snapshot) kept = { snapshot, length: 0, responses: new Map() }
      const length = kept.length + key.length + response.text.length
      if (length > lengthMax || kept.responses.has(key)) return
      kept.responses.set(key, response)
      kept.length = length
    },
  }
}

/**
 * What `read` returned for the same URL, to a member of staff of the same organization and role, and for the same `variant`, if
 * nothing was written to the database since; otherwise calls it. What else the response depends on has to be the `variant`, such
 * as the actor's id when a parameter or row-level security looks at it.
 */
export type Cached = <T>(read: () => Promise<ReadyJson<T>>, variant?: string) => Promise<ReadyJson<T>>

type Request = { actor: Pick<Actor, 'orgId' | 'role'>; url: string; snapshot: Snapshot }

export const cachedIn =
  (cache: ResponseCache, { actor: { orgId, role }, url, snapshot }: Request): Cached =>
  async <T>(read: () => Promise<ReadyJson<T>>, variant?: string) => {
    const key = JSON.stringify([orgId, role, variant, url])
    const known = cache.find(snapshot, key) as KeptJson<T> | undefined
    if (known) return known
    const response = new KeptJson<T>((await read()).text)
    cache.keep(snapshot, key, response)
    return response
  }

/** Sends JSON; a kept response as it was compressed for an earlier request that accepted the same encodings. */
export function sendJson(reply: FastifyReply, json: ReadyJson<unknown>) {
  if (!(json instanceof KeptJson)) return reply.send(json.text)
  const known = json.compressed.get(acceptedBy(reply.request))
  if (known) return reply.headers({ 'content-encoding': known.encoding, vary: 'accept-encoding' }).send(known.bytes)
  reply.keptJson = json
  return reply.send(json.text)
}

/** Keeps what compression made of a kept response. The hook has to run after it. */
export const keepCompressed: onSendHookHandler = (request, reply, payload, next) => {
  const { keptJson } = reply
  if (keptJson && Buffer.isBuffer(payload) && keptJson.compressed.size < ENCODINGS_MAX) {
    const encoding = String(reply.getHeader('content-encoding'))
    keptJson.compressed.set(acceptedBy(request), { encoding, bytes: payload })
  }
  next(null, payload)
}

const acceptedBy = ({ headers }: FastifyRequest) => headers['accept-encoding'] ?? ''
