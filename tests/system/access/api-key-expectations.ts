// The expected status of the endpoints of API keys, as in expectations.ts.
import type { Line } from './expected-line.ts'

export const apiKeyExpectations: Record<string, Line> = {
  'GET /api/api-keys': { for: 'staff' },
  'GET /api/settings/api-keys': { for: 'admin' },
  'POST /api/api-keys': { for: 'staff', sends: { name: 'Ny', scopes: ['read'], expiresInDays: 30 }, done: 201 },
  'DELETE /api/api-keys/:id': {
    for: 'staff',
    ids: ['apiKey'],
    done: 204,
    but: { technician: { own: 404, sibling: 404 } },
  },
}
