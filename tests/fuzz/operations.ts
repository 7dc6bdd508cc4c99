// The operations of the OpenAPI description, and which actors may call them.
import { type KeyScope, keyScopes } from '#shared/api-key.rules.ts'
import type { Audience } from '#shared/contract.ts'
import { endpoints } from '../system/access/contracts.ts'
import type { JsonSchema } from './from-schema.ts'

const people = ['nobody', 'unlinked', 'customer', 'technician', 'admin', 'otherAdmin'] as const
/** Sessions of technicians with a second factor, which is proved (aal2) or not (aal1). */
const levels = ['aal1', 'aal2'] as const
type KeyName = `key:${KeyScope}`
/** API keys of a technician, each with one scope. */
const keys = keyScopes.map((scope): KeyName => `key:${scope}`)

export const actors = [...people, ...levels, ...keys]
export type ActorName = (typeof actors)[number]

export type Operation = {
  method: string
  path: string
  audience: Audience
  keyScope?: KeyScope
  /** Also for a session that has not proved its factor. */
  withoutFactor: boolean
  parameters: { name: string; in: string; schema: JsonSchema; required?: boolean }[]
  body?: JsonSchema
  answers: Record<string, JsonSchema | undefined>
}
type Described = {
  'x-audience': Audience
  'x-key-scope'?: KeyScope
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
        method: method.toUpperCase(),
        path,
        audience: described['x-audience'],
        ...(described['x-key-scope'] && { keyScope: described['x-key-scope'] }),
        withoutFactor: endpoints.get(nameOf(method, path))?.withoutFactor === true,
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

/** The name of the endpoint that the description has as `get /api/tickets/{id}`. */
const nameOf = (method: string, path: string) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`

export function mayCall({ audience, keyScope, withoutFactor }: Operation, actor: ActorName): boolean {
  if (audience === 'anyone') return true
  if (isKey(actor)) return actor === `key:${keyScope}`
  if (actor === 'aal1' && !withoutFactor) return false
  return {
    signedIn: actor !== 'nobody',
    customer: actor === 'customer',
    staff: technicians.has(actor) || admins.has(actor),
    admin: admins.has(actor),
  }[audience]
}

const technicians = new Set<ActorName>(['technician', ...levels])
const admins = new Set<ActorName>(['admin', 'otherAdmin'])
const isKey = (actor: ActorName): actor is KeyName => actor.startsWith('key:')
