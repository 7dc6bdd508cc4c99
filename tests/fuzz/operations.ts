// The operations of the OpenAPI description, and which actors may call them.
import type { Audience } from '#shared/contract.ts'
import type { JsonSchema } from './from-schema.ts'

export const actors = ['nobody', 'unlinked', 'customer', 'technician', 'admin', 'otherAdmin'] as const
export type ActorName = (typeof actors)[number]

export type Operation = {
  method: string
  path: string
  audience: Audience
  parameters: { name: string; in: string; schema: JsonSchema; required?: boolean }[]
  body?: JsonSchema
  answers: Record<string, JsonSchema | undefined>
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
        method: method.toUpperCase(),
        path,
        audience: described['x-audience'],
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
    staff: actor === 'technician' || actor === 'admin' || actor === 'otherAdmin',
    admin: actor === 'admin' || actor === 'otherAdmin',
  })[audience]
