// How the company's people sign in: what is required of them, and who has signed in or been refused. For administrators.
import { z } from 'zod'
import { Cursor, get, Id, pageOf, put, requiredDay, SearchText, Version } from '#shared/contract.ts'

export const VAULT_PROOF_HOURS = { min: 1, max: 24 }

export const Security = z.object({
  /** From this day staff can do nothing without a second factor; null: it is voluntary. */
  factorRequiredFrom: z.iso.date().nullable(),
  /** How long a proof of the second factor opens customers' technical information. */
  vaultProofHours: z.int(),
  /** Active staff without a second factor, by name. */
  withoutFactor: z.array(z.string()),
  /** Of the organization: the same as of its company details. */
  version: z.int(),
})
export type Security = z.infer<typeof Security>

const hours = `Ange ett antal timmar mellan ${VAULT_PROOF_HOURS.min} och ${VAULT_PROOF_HOURS.max}`
export const ChangedSecurity = z.strictObject({
  factorRequiredFrom: z
    .string('Ogiltigt värde')
    .nullish()
    .transform((date) => date || null)
    .pipe(requiredDay('Ange ett datum').nullable()),
  vaultProofHours: z.int(hours).min(VAULT_PROOF_HOURS.min, hours).max(VAULT_PROOF_HOURS.max, hours),
  version: Version,
})
export type ChangedSecurity = z.output<typeof ChangedSecurity>

/** `refused`: an attempt that was refused; `changed`: a password, an address or a factor was changed. */
export const signInKinds = ['signed_in', 'refused', 'changed'] as const
export type SignInKind = (typeof signInKinds)[number]

/** An entry of the audit log about a login. */
export const SignIn = z.object({
  id: Id,
  at: z.iso.datetime(),
  /** Whose login: the name, or the address of one without a name. */
  who: z.string(),
  email: z.string(),
  /** The member of staff who did it to somebody else's login; null for the person. */
  by: z.string().nullable(),
  action: z.string(),
  /** Why it was refused, of `sign_in_refused`. */
  reason: z.string().nullable(),
})
export type SignIn = z.infer<typeof SignIn>

export const security = {
  get: get('/api/settings/security', {
    allow: 'admin',
    summary: 'From when staff must have a second factor, how long it opens the vault, and who lacks one',
    returns: Security,
  }),
  change: put('/api/settings/security', {
    allow: 'admin',
    summary: 'Changes from when staff must have a second factor, and how long a proof of it opens the vault',
    body: ChangedSecurity,
    returns: Security,
    proof: 'recent',
  }),
  signIns: get('/api/settings/sign-ins', {
    allow: 'admin',
    summary: 'Sign-ins, refusals and changes of logins, the latest first; searched by name and address',
    query: z.strictObject({
      after: Cursor.optional(),
      q: SearchText.optional(),
      kind: z.enum(signInKinds).optional(),
    }),
    returns: pageOf(SignIn),
  }),
}
