// Bodies that are slow to parse (deep, wide), ambiguous (duplicate keys) or undecodable (not UTF-8), and forms from
// another site.
import fc from 'fast-check'
import { formKinds } from '#features/inbox/forms.contract.ts'
import { fromSchema } from './from-schema.ts'
import { actorFor } from './operation-requests.ts'
import type { Operation } from './operations.ts'
import { kindOfPath } from './pool.ts'
import { type GeneratedRequest, networks } from './request-parts.ts'

type Body = Pick<GeneratedRequest, 'body' | 'isLatin1' | 'refusedAs'> & { type?: string }

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
/** Latin-1 bytes that are never valid UTF-8, whatever ASCII follows. */
const invalidUtf8 = fc.constantFrom('\xe5', '\xc3', '\xc0\xaf', '\xed\xa0\xbd', '\xff\xfe', '\xf5\x80\x80\x80')
const charsets = fc.constantFrom('iso-8859-1', 'utf-16', '"latin1"', 'utf-8; charset=utf-7')

export function hostileRequests(operations: Operation[]): fc.Arbitrary<GeneratedRequest> {
  const withBody = operations.filter(({ body }) => body)
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...withBody).chain(requestTo) },
    { weight: 1, arbitrary: hostileForms },
  )
}

function requestTo(operation: Operation): fc.Arbitrary<GeneratedRequest> {
  const kind = kindOfPath(operation.path)
  const query = operation.parameters.flatMap(({ name, in: location, schema }) =>
    location === 'query' && schema.enum ? [`${name}=${String(schema.enum[0])}`] : [],
  )
  return fc
    .record({ actor: actorFor(operation), body: bodyFor(operation, kind), network: networks, index: fc.nat(199) })
    .map(({ actor, body: { type = JSON_TYPE, ...body }, network, index }) => ({
      operation,
      actor,
      method: operation.method,
      network,
      ...body,
      url: [operation.path.replace(/\{\w+\}/g, `{{${kind}:${index}}}`), ...query].join('?'),
      headers: [['content-type', type]],
    }))
}

function bodyFor({ body: schema = {} }: Operation, kind: string): fc.Arbitrary<Body> {
  const valid = fromSchema(schema, '', kind, false).map((value) => JSON.stringify(value))
  const names = Object.keys(schema.properties ?? {})
  const heavy = fc
    .tuple(fc.option(fc.constantFrom(...names, 'x')), fc.oneof(deep, wide))
    .map(([name, value]) => ({ body: name === null ? value : `{"${name}":${value}}` }))
  return fc.oneof(
    heavy,
    fc.tuple(valid, valid).map(([first, second]) => ({ body: withDuplicateKeys(first, second) })),
    fc.tuple(valid, invalidUtf8).map(([text, bytes]) => ({
      body: latin1(text).replace(/":"|\}$/, `$&${bytes}`),
      isLatin1: true as const,
      refusedAs: 'not UTF-8',
    })),
    fc.tuple(valid, charsets).map(([body, charset]) => ({
      body,
      type: `${JSON_TYPE}; charset=${charset}`,
      refusedAs: 'not UTF-8',
    })),
  )
}

const deep = fc
  .tuple(fc.constantFrom(30, 31, 32, 1000, 9000, 40_000), fc.constantFrom(['[', ']'], ['{"a":', '}']), fc.boolean())
  .map(([levels, [open = '', close = ''], isWideInside]) => {
    const inside = isWideInside ? `[${'0,'.repeat(10_000)}0]` : '0'
    return `${open.repeat(levels)}${inside}${close.repeat(levels)}`
  })

const wide = fc
  .tuple(fc.constantFrom(50, 5000, 20_000), fc.constantFrom('"k', '"'), fc.boolean())
  .map(([count, start, isObject]) => {
    const keys = Array.from({ length: count }, (_, n) => `${start}${n}":0`)
    return isObject ? `{${keys.join(',')}}` : `[${'{},'.repeat(count)}0]`
  })

/** Merges two JSON objects into one with duplicate keys. */
const withDuplicateKeys = (first: string, second: string) =>
  [first, second].some((text) => text.length < 3) ? second : `${first.slice(0, -1)},${second.slice(1)}`

const latin1 = (text: string) => Buffer.from(text).toString('latin1')

const hostileForms: fc.Arbitrary<GeneratedRequest> = fc
  .record({
    url: fc.constantFrom(...Object.keys(formKinds)),
    n: fc.nat(9999),
    flaw: fc.oneof(
      invalidUtf8.map((bytes) => ({ bytes })),
      invalidUtf8.map((bytes) => ({ bytes: bytes.replace(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`) })),
      charsets.map((charset) => ({ charset })),
      fc.constantFrom('cross-site', 'same-site', 'x').map((site) => ({ from: ['sec-fetch-site', site] as const })),
      fc.constantFrom('null', 'https://ond.example', 'x').map((origin) => ({ from: ['origin', origin] as const })),
    ),
    accept: fc.constantFrom(JSON_TYPE, 'text/html'),
    network: networks,
  })
  .map(({ url, n, flaw, accept, network }) => {
    const { bytes = '', charset, from } = flaw as { bytes?: string; charset?: string; from?: [string, string] }
    const text = `name=Anna&email=anna${n}%40example.se&phone=1&message=nr ${n}${bytes}&issue=nr ${n}${bytes}`
    return {
      actor: 'nobody' as const,
      method: 'POST',
      url,
      network,
      body: text,
      isLatin1: true as const,
      refusedAs: from ? 'from another site' : 'not UTF-8',
      headers: [
        ['content-type', charset ? `${FORM_TYPE}; charset=${charset}` : FORM_TYPE],
        ['accept', accept],
        ...(from ? [from] : []),
      ],
    }
  })
