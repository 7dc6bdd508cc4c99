// The endpoints of second factors. The logins of the world have none: what names a factor is not found, whoever asks.
import type { Line } from './expected-line.ts'

const signedIn = { for: 'signedIn' } as const
const factor = { ...signedIn, ids: ['session'], done: 404 } as const
const random = '0190a000-0000-7000-8000-000000000000'

export const factorExpectations: Record<string, Line> = {
  'POST /auth/v1/factors': { ...signedIn, sends: { factor_type: 'totp' } },
  'POST /auth/v1/factors/:id/challenge': factor,
  'POST /auth/v1/factors/:id/verify': { ...factor, sends: { challenge_id: random, code: '123456' } },
  'DELETE /auth/v1/factors/:id': factor,
  'GET /auth/v1/factors/recovery-codes': { ...signedIn, done: 404 },
  'POST /auth/v1/factors/recovery-codes': { ...signedIn, sends: {}, done: 422 },
  'POST /auth/v1/factors/recovery-codes/verify': { ...signedIn, sends: { code: 'x' }, done: 422 },
  'POST /auth/v1/factors/recovery-codes/regenerate': { ...signedIn, done: 404 },
  'DELETE /auth/v1/factors/recovery-codes': { ...signedIn, done: 404 },
  'POST /api/me/proof': { ...signedIn, sends: { password: 'fel' }, done: 422 },
}
