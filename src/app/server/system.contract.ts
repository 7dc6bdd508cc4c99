import { z } from 'zod'
import { get } from '#shared/contract.ts'

export const system = {
  health: get('/healthz', {
    allow: 'anyone',
    summary: 'The process answers',
    returns: z.object({ status: z.literal('ok') }),
  }),
  ready: get('/readyz', {
    allow: 'anyone',
    summary: 'The database answers and is migrated',
    returns: z.object({ status: z.literal('ok') }),
  }),
  openapi: get('/api/openapi.json', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'This description, as OpenAPI 3.1',
    returns: z.looseObject({}),
  }),
}
