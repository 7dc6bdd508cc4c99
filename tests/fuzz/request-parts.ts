// What all generators of requests share: the type, URL encoding, client addresses and unusual headers.
import fc from 'fast-check'
import type { IdCase } from './id-letter-case.ts'
import type { ActorName, Operation } from './operations.ts'

/** A generated request; its placeholders `{{kind:index}}` are replaced when it is sent. */
export type GeneratedRequest = {
  /** The operation that it calls; undefined if its URL or method was mutated. */
  operation?: Operation
  actor: ActorName
  method: string
  url: string
  headers: [string, string][]
  body?: string
  /** Each character of the body is one byte. */
  isLatin1?: true
  /** Why the server must refuse it. */
  refusedAs?: string
  /** The client address, because rate limits are per network. */
  network: string
  /** Sent a second time with its ids in this letter case (`id-letter-case.ts`). */
  repeatWithIdCase?: IdCase
}

/** Percent-encodes for a URL, except placeholders. */
export const encode = (text: string) =>
  /^\{\{[\w-]+:\d+\}\}$/.test(text)
    ? text
    : Buffer.from(text)
        .toString('latin1')
        .replace(/[^\w.~-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)

export const networks = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((parts) => `10.${parts.join('.')}`)

const strangeHeaders: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(
    fc.constant('idempotency-key'),
    fc.constantFrom(
      'samma-nyckel-1',
      'samma-nyckel-2',
      '',
      'x',
      'å'.repeat(9),
      'a'.repeat(101),
      'a, b',
      '../../..',
      "'--------",
    ),
  ),
  fc.tuple(
    fc.constant('content-type'),
    fc.constantFrom(
      ...[
        'text/plain',
        'application/json; charset=utf-16',
        'APPLICATION/JSON',
        'multipart/form-data; boundary=x',
        '',
        ';;;',
      ],
      ...[
        'application/json;',
        'application/x-www-form-urlencoded',
        'application/xml',
        'application/json, text/plain',
        '*/*',
      ],
    ),
  ),
  fc.tuple(fc.constant('if-none-match'), fc.constantFrom('*', '"', 'W/"a"', '"a", "b"', ',,,', 'x'.repeat(3000))),
  fc.tuple(
    fc.constant('authorization'),
    fc.constantFrom(
      '',
      'Bearer',
      'Bearer a.b.c',
      'Basic YTpi',
      'bearer x',
      'Bearer eyJhbGciOiJub25lIn0.e30.',
      `Bearer ${'a'.repeat(6000)}`,
    ),
  ),
  fc.tuple(
    fc.constantFrom(
      'accept',
      'accept-encoding',
      'origin',
      'host',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-http-method-override',
      'range',
    ),
    fc.constantFrom(
      'application/json',
      'text/html',
      'text/event-stream',
      'br;q=x',
      'null',
      'https://ond.example',
      '*',
      'DELETE',
      'bytes=0-,9-1',
      '',
    ),
  ),
)
export const fewHeaders = fc.oneof(
  { weight: 6, arbitrary: fc.constant<[string, string][]>([]) },
  { weight: 2, arbitrary: fc.array(strangeHeaders, { minLength: 1, maxLength: 3 }) },
)
