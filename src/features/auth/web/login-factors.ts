import { formatDate } from '#shared/ui/format.ts'
import type { LoginFactors } from '../login-factors.contract.ts'

const kinds = { totp: 'app', webauthn: 'passkey' } as const satisfies Record<
  LoginFactors['factorTypes'][number],
  string
>

/** The kinds of somebody's second factors, as 'app, passkey'; empty without any. */
export const factorKindsText = ({ factorTypes }: Pick<LoginFactors, 'factorTypes'>): string =>
  factorTypes.map((type) => kinds[type]).join(', ')

/** The kinds, and since when: 'App sedan 2026-11-29'. */
export function factorsText({ factorTypes, factorSince }: LoginFactors): string {
  if (factorSince === null) return ''
  const text = factorKindsText({ factorTypes })
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} sedan ${formatDate(factorSince)}`
}
