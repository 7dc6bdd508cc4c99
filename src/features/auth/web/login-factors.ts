import { formatDate } from '#shared/ui/format.ts'
import type { LoginFactors } from '../login-factors.contract.ts'

const kinds = { totp: 'app', webauthn: 'passkey' } as const satisfies Record<
  LoginFactors['factorTypes'][number],
  string
>

/** The kinds of somebody's second factors, as 'App, passkey'; empty without any. */
export function factorKindsText({ factorTypes }: Pick<LoginFactors, 'factorTypes'>): string {
  const text = factorTypes.map((type) => kinds[type]).join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** The kinds, and since when: 'App sedan 2026-11-29'. */
export function factorsText({ factorTypes, factorSince }: LoginFactors): string {
  return factorSince === null ? '' : `${factorKindsText({ factorTypes })} sedan ${formatDate(factorSince)}`
}
