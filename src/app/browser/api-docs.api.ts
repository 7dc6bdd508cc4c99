import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '#shared/web/call.ts'
import { system } from '../server/system.contract.ts'

const Operation = z.object({
  summary: z.string().default(''),
  'x-audience': z.string().default(''),
  /** Of an API key; none may call the others. */
  'x-key-scope': z.string().optional(),
  parameters: z
    .array(z.looseObject({ name: z.string(), in: z.string(), required: z.boolean().default(false) }))
    .default([]),
  requestBody: z.unknown().optional(),
  responses: z.record(z.string(), z.unknown()).default({}),
})
const Description = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

export type Endpoint = z.infer<typeof Operation> & { method: string; path: string }

/** Every endpoint of the API, by path. */
export const apiQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: async ({ signal }): Promise<Endpoint[]> => {
    const { paths } = Description.parse(await call(system.openapi, {}, { signal }))
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
    )
  },
})
