// Requests from the product's own description of its API, and from what stands outside it.
import fc from 'fast-check'
import { appPaths } from '#app/browser/paths.ts'
import { ContactForm, FORM_TOKEN, HONEYPOT, SupportForm } from '#enquiries/forms.contract.ts'
import type { Audience } from '#lib/contract.ts'
import { sitePaths } from '#site/paths.ts'
import { fromSchema, type JsonSchema } from './from-schema.ts'
import { inOtherLetters, isReadById, type Letters } from './id-letter-case.ts'
import { kindOfPath } from './pool.ts'
import { weirdBodies, weirdTexts, weirdValues } from './values.ts'

const actors = ['nobody', 'unlinked', 'customer', 'technician', 'admin', 'stranger'] as const
export type ActorName = (typeof actors)[number]

export type Operation = {
  method: string
  path: string
  audience: Audience
  parameters: { name: string; in: string; schema: JsonSchema; required?: boolean }[]
  body?: JsonSchema
  answers: Record<string, JsonSchema | undefined>
}
/** A request as it was drawn: `{{kind:place}}` is filled in when it is sent. */
export type Drawn = {
  /** The operation it is about, unless its address or method was bent. */
  operation?: Operation
  actor: ActorName
  method: string
  url: string
  headers: [string, string][]
  body?: string
  /** The body's characters are its bytes. */
  isLatin1?: true
  /** What it is, that it must not be taken. */
  refusedAs?: string
  /** The address it comes from: limits are counted by network. */
  network: string
  /** Asked once more with its ids in such letters (`letters.ts`). */
  again?: Letters
}

type Described = {
  'x-audience': Audience
  parameters?: Operation['parameters']
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>
}
export type OpenApi = { paths: Record<string, Record<string, Described>> }

export const operationsOf = ({ paths }: OpenApi): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const body = described.requestBody?.content['application/json']?.schema
      return {
        ...{ method: method.toUpperCase(), path, audience: described['x-audience'] },
        parameters: described.parameters ?? [],
        ...(body && { body }),
        answers: Object.fromEntries(
          Object.entries(described.responses).map(([status, { content }]) => [
            status,
            content?.['application/json']?.schema,
          ]),
        ),
      }
    }),
  )

export const mayCall = ({ audience }: Operation, actor: ActorName) =>
  ({
    anyone: true,
    signedIn: actor !== 'nobody',
    customer: actor === 'customer',
    staff: actor === 'technician' || actor === 'admin' || actor === 'stranger',
    admin: actor === 'admin' || actor === 'stranger',
  })[audience]

/** Bytes as an address carries them; what is asked of the pool is left to be filled in. */
const encode = (text: string) =>
  /^\{\{\w+:\d+\}\}$/.test(text)
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
const fewHeaders = fc.oneof(
  { weight: 6, arbitrary: fc.constant<[string, string][]>([]) },
  { weight: 2, arbitrary: fc.array(strangeHeaders, { minLength: 1, maxLength: 3 }) },
)

export const actorFor = (operation: Operation) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...actors.filter((actor) => mayCall(operation, actor))) },
    { weight: 2, arbitrary: fc.constantFrom(...actors) },
  )

/** Hashing a password takes as long as a hundred other requests. */
const weightOf = ({ path, body }: Operation) =>
  (body && JSON.stringify(body).includes('assword')) || path === '/auth/v1/logout' ? 1 : path.endsWith('/live') ? 2 : 20

function requestTo(operation: Operation): fc.Arbitrary<Drawn> {
  const kind = kindOfPath(operation.path)
  const isCreating = operation.method === 'POST'
  return fc.boolean().chain((isSpoilt) => {
    const parameters = operation.parameters.map((parameter) => parameterOf(parameter, kind, isSpoilt))
    const body = operation.body && bodyOf(operation.body, kind, isSpoilt)
    return fc
      .record({
        actor: actorFor(operation),
        parameters: fc.tuple(...parameters),
        ...(body && { body }),
        headers: fewHeaders,
        key: isCreating ? fc.option(fc.uuid(), { freq: 3 }) : fc.constant(null),
        network: networks,
      })
      .map(({ actor, parameters: given, headers, key, network, ...rest }): Drawn => {
        const inPath = Object.fromEntries(
          given.filter(({ place }) => place === 'path').map(({ name, text }) => [name, text]),
        )
        const inQuery = given.flatMap(({ place, text }) => (place === 'query' && text !== '' ? [text] : []))
        const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => inPath[name] ?? '')
        const text = (rest as { body?: string }).body
        return {
          ...{ operation, actor, method: operation.method, network },
          url: inQuery.length > 0 ? `${path}?${inQuery.join('&')}` : path,
          headers: [
            ...(text !== undefined ? [['content-type', 'application/json'] as [string, string]] : []),
            ...(key ? [['idempotency-key', key] as [string, string]] : []),
            ...headers,
          ],
          ...(text !== undefined && { body: text }),
        }
      })
  })
}

function parameterOf(given: Operation['parameters'][number], kind: string, isSpoilt: boolean) {
  const { name, in: place, schema, required = false } = given
  const value = fromSchema(schema, name, kind, isSpoilt).map((one) =>
    encode(typeof one === 'string' ? one : JSON.stringify(one)),
  )
  if (place === 'path') return value.map((text) => ({ place, name, text: text === '' ? '%20' : text }))
  const once = value.map((text) => `${encode(name)}=${text}`)
  const text = isSpoilt
    ? fc.oneof(
        { weight: 9, arbitrary: once },
        { weight: 1, arbitrary: fc.array(once, { maxLength: 3 }).map((all) => all.join('&')) },
      )
    : once
  return (required && !isSpoilt ? text : fc.option(text, { nil: '', freq: 2 })).map((one) => ({
    place,
    name,
    text: one,
  }))
}

function bodyOf(schema: JsonSchema, kind: string, isSpoilt: boolean): fc.Arbitrary<string> {
  const json = fromSchema(schema, '', kind, isSpoilt).map((value) => JSON.stringify(value))
  if (!isSpoilt) return json
  return fc.oneof(
    { weight: 12, arbitrary: json },
    { weight: 1, arbitrary: weirdBodies },
    { weight: 1, arbitrary: fc.tuple(json, fc.nat(60)).map(([text, cut]) => text.slice(0, -1 - cut)) },
  )
}

/** Any method at addresses that exist, nearly exist, or never will. */
function bent(operations: Operation[]): fc.Arbitrary<Drawn> {
  const known = [
    ...operations.map(({ path }) => path.replace(/\{\w+\}/g, '{{any:3}}')),
    ...sitePaths,
    ...appPaths,
    '/assets/x.js',
  ]
  const bends = [
    ...[
      '/',
      '//',
      '/.',
      '/..',
      '/%2e%2e/',
      '/%2F',
      '%00',
      '%',
      '%zz',
      '%c0%af',
      '%ed%a0%80',
      ';x=1',
      '?',
      '?&&=&',
      '?__proto__[x]=1',
    ],
    ...[
      `/${'a'.repeat(201)}`,
      `/${'a'.repeat(5000)}`,
      '?a=%00',
      '?a=%ff',
      `?${'a=1&'.repeat(1200)}`,
      '/%E2%80%AE',
      '.json',
      '/*',
      '/:id',
      '\\',
    ],
  ]
  const url = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.tuple(fc.constantFrom(...known), fc.constantFrom('', '', ...bends)).map((parts) => parts.join('')),
    },
    { weight: 1, arbitrary: fc.constantFrom(...known).map((path) => path.toUpperCase().replaceAll('{{ANY', '{{any')) },
    { weight: 1, arbitrary: fc.constantFrom(...known).map((path) => path.replaceAll('/', '//')) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('/', '/api/', '/assets/', '/auth/v1/', '/.git/', '/backoffice/'), weirdTexts)
        .map(([start, text]) => start + encode(text.slice(0, 9000))),
    },
  )
  return fc.record({
    actor: fc.constantFrom(...actors),
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH'),
    url,
    headers: fewHeaders,
    network: networks,
  })
}

/** The two forms that everybody may send, as a browser encodes them and otherwise. */
function formPosts(): fc.Arbitrary<Drawn> {
  const names = ['/kontakt', '/support'] as const
  const fields = { '/kontakt': Object.keys(ContactForm.shape), '/support': Object.keys(SupportForm.shape) }
  const value = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('Anna Berg', 'anna@example.se', '0701234567', 'on', 'Inget nät.') },
    { weight: 2, arbitrary: weirdTexts },
  )
  return fc.constantFrom(...names).chain((path) =>
    fc
      .record({
        given: fc.array(
          fc.tuple(
            fc.oneof(
              { weight: 12, arbitrary: fc.constantFrom(...fields[path], FORM_TOKEN) },
              { weight: 1, arbitrary: fc.constant(HONEYPOT) },
              { weight: 1, arbitrary: weirdTexts },
            ),
            value,
          ),
          { maxLength: 8 },
        ),
        sender: fc.record({
          name: fc.constant('Anna Berg'),
          email: fc.nat(9_999).map((n) => `anna${n}@example.se`),
          message: value,
          issue: value,
        }),
        isWhole: fc.boolean(),
        spoilt: fc.oneof(
          { weight: 7, arbitrary: fc.constant(null) },
          {
            weight: 1,
            arbitrary: fc.oneof(
              weirdBodies,
              weirdValues.map((any) => String(JSON.stringify(any))),
            ),
          },
        ),
        accept: fc.constantFrom('application/json', 'text/html'),
        headers: fewHeaders,
        network: networks,
      })
      .map(({ given, sender, isWhole, spoilt, accept, headers, network }): Drawn => {
        const pairs = isWhole ? Object.entries(sender).filter(([name]) => fields[path].includes(name)) : given
        const text = pairs.map(([name, one]) => `${encode(name)}=${encode(one)}`).join('&')
        return {
          ...{ actor: 'nobody' as const, method: 'POST', url: path, network, body: spoilt ?? text },
          headers: [['content-type', 'application/x-www-form-urlencoded'], ['accept', accept], ...headers],
        }
      }),
  )
}

/** All of it, weighted so that every operation is met often. */
export function requestsTo(operations: Operation[]): fc.Arbitrary<Drawn> {
  const total = operations.reduce((sum, operation) => sum + weightOf(operation), 0)
  return fc.oneof(
    ...operations.map((operation) => ({ weight: weightOf(operation), arbitrary: requestTo(operation) })),
    { weight: Math.ceil(total / 12), arbitrary: bent(operations) },
    { weight: Math.ceil(total / 25), arbitrary: formPosts() },
    {
      weight: Math.ceil(total / 15),
      arbitrary: fc.oneof(...operations.filter(isReadById).map((operation) => inOtherLetters(requestTo(operation)))),
    },
  )
}
