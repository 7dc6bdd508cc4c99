// Requests to the operations of the OpenAPI description.
import fc from 'fast-check'
import { fromSchema, type JsonSchema } from './from-schema.ts'
import { actors, mayCall, type Operation } from './operations.ts'
import { kindOfPath } from './pool.ts'
import { encode, fewHeaders, type GeneratedRequest, networks } from './request-parts.ts'
import { weirdBodies } from './values.ts'

export const actorFor = (operation: Operation) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...actors.filter((actor) => mayCall(operation, actor))) },
    { weight: 2, arbitrary: fc.constantFrom(...actors) },
  )

/** Requests that hash a password are rarer, because one takes as long as a hundred others. */
export const weightOf = ({ path, body }: Operation) =>
  (body && JSON.stringify(body).includes('assword')) || path === '/auth/v1/logout' ? 1 : path.endsWith('/live') ? 2 : 20

export function requestTo(operation: Operation): fc.Arbitrary<GeneratedRequest> {
  const kind = kindOfPath(operation.path)
  const isCreating = operation.method === 'POST'
  return fc.boolean().chain((isMutated) => {
    const parameters = operation.parameters.map((parameter) => parameterOf(parameter, kind, isMutated))
    const body = operation.body && bodyOf(operation.body, kind, isMutated)
    return fc
      .record({
        actor: actorFor(operation),
        parameters: fc.tuple(...parameters),
        ...(body && { body }),
        headers: fewHeaders,
        key: isCreating ? fc.option(fc.uuid(), { freq: 3 }) : fc.constant(null),
        network: networks,
      })
      .map(({ actor, parameters: values, headers, key, network, ...rest }): GeneratedRequest => {
        const inPath = Object.fromEntries(
          values.filter(({ location }) => location === 'path').map(({ name, text }) => [name, text]),
        )
        const inQuery = values.flatMap(({ location, text }) => (location === 'query' && text !== '' ? [text] : []))
        const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => inPath[name] ?? '')
        const text = (rest as { body?: string }).body
        return {
          operation,
          actor,
          method: operation.method,
          network,
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

function parameterOf(parameter: Operation['parameters'][number], kind: string, isMutated: boolean) {
  const { name, in: location, schema, required = false } = parameter
  const value = fromSchema(schema, name, kind, isMutated).map((one) =>
    encode(typeof one === 'string' ? one : JSON.stringify(one)),
  )
  if (location === 'path') return value.map((text) => ({ location, name, text: text === '' ? '%20' : text }))
  const once = value.map((text) => `${encode(name)}=${text}`)
  const text = isMutated
    ? fc.oneof(
        { weight: 9, arbitrary: once },
        { weight: 1, arbitrary: fc.array(once, { maxLength: 3 }).map((all) => all.join('&')) },
      )
    : once
  return (required && !isMutated ? text : fc.option(text, { nil: '', freq: 2 })).map((one) => ({
    location,
    name,
    text: one,
  }))
}

function bodyOf(schema: JsonSchema, kind: string, isMutated: boolean): fc.Arbitrary<string> {
  const json = fromSchema(schema, '', kind, isMutated).map((value) => JSON.stringify(value))
  if (!isMutated) return json
  return fc.oneof(
    { weight: 12, arbitrary: json },
    { weight: 1, arbitrary: weirdBodies },
    { weight: 1, arbitrary: fc.tuple(json, fc.nat(60)).map(([text, cut]) => text.slice(0, -1 - cut)) },
  )
}
