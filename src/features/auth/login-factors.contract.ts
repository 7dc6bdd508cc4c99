import { z } from 'zod'

/** What counts as a second factor of a login: an authenticator app and a passkey; recovery codes alone do not. */
const secondFactorTypes = ['totp', 'webauthn'] as const

/** The second factors of somebody's login, as those see them who look after it. */
export const LoginFactors = z.object({
  factorTypes: z.array(z.enum(secondFactorTypes)),
  /** When the oldest of them was added; null without any. */
  factorSince: z.iso.datetime().nullable(),
})
export type LoginFactors = z.infer<typeof LoginFactors>
