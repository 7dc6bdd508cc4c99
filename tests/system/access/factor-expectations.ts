// The endpoints of second factors. The logins of the world have none: what names a factor is not found, whoever asks.
import type { Line } from './expected-line.ts'

const signedIn = { for: 'signedIn' } as const
const factor = { ...signedIn, ids: ['session'], done: 404, code: 'mfa_factor_not_found' } as const
const lowLevel = { aal1: [403, 'insufficient_aal'] } as const
const instead = [403, 'factor_needed'] as const
const random = '0190a000-0000-7000-8000-000000000000'

export const factorExpectations: Record<string, Line> = {
  'POST /auth/v1/factors': { ...signedIn, sends: { factor_type: 'totp' }, atLevel: lowLevel },
  'POST /auth/v1/factors/:id/challenge': factor,
  'POST /auth/v1/factors/:id/verify': { ...factor, sends: { challenge_id: random, code: '123456' } },
  'DELETE /auth/v1/factors/:id': factor,
  'GET /auth/v1/factors/recovery-codes': { ...signedIn, done: 404, code: 'mfa_factor_not_found' },
  'POST /auth/v1/factors/recovery-codes': {
    ...signedIn,
    sends: {},
    done: 422,
    code: 'mfa_recovery_codes_sole_factor',
    atLevel: { ...lowLevel, aal2: [200] },
  },
  'POST /auth/v1/factors/recovery-codes/verify': {
    ...signedIn,
    sends: { code: 'x' },
    done: 422,
    code: 'mfa_verification_failed',
  },
  'POST /auth/v1/factors/recovery-codes/regenerate': {
    ...signedIn,
    done: 404,
    code: 'mfa_factor_not_found',
    atLevel: lowLevel,
  },
  'DELETE /auth/v1/factors/recovery-codes': { ...signedIn, done: 404, code: 'mfa_factor_not_found', atLevel: lowLevel },
  'POST /api/me/proof': {
    ...signedIn,
    sends: { password: 'fel' },
    done: 422,
    atLevel: { aal1: instead, aal2: instead },
  },
}
