// The part of expectations.ts about passkeys. Nobody in the world has one, as each of their requests would ask for it.
import type { Line } from './expected-line.ts'

const NO_CHALLENGE = '0190d0c0-0000-7000-8000-000000000000'
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
const lowLevel = { aal1: [403, 'insufficient_aal'] } as const
const created = { ...credential, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } }
const signed = { ...credential, response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' } }

export const passkeyExpectations: Record<string, Line> = {
  'GET /auth/v1/passkeys': { for: 'signedIn' },
  'POST /auth/v1/passkeys/registration/options': { for: 'signedIn', sends: {}, atLevel: lowLevel },
  'POST /auth/v1/passkeys/registration/verify': {
    for: 'signedIn',
    sends: { challenge_id: NO_CHALLENGE, credential: created },
    done: 422,
    code: 'webauthn_challenge_expired',
    atLevel: lowLevel,
  },
  'POST /auth/v1/passkeys/authentication/options': { for: 'anyone', sends: {} },
  'POST /auth/v1/passkeys/authentication/verify': {
    for: 'anyone',
    sends: { challenge_id: NO_CHALLENGE, credential: signed },
    done: 400,
  },
  'PATCH /auth/v1/passkeys/:id': { for: 'signedIn', ids: ['user'], sends: { friendly_name: 'Telefonen' }, done: 404 },
  'DELETE /auth/v1/passkeys/:id': { for: 'signedIn', ids: ['user'], done: 404 },
}
