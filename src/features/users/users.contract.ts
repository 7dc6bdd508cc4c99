import { z } from 'zod'
import { Email, LinkToGive, Password } from '#features/auth/auth.contract.ts'
import { LoginFactors } from '#features/auth/login-factors.contract.ts'
import { get, Id, IdParams, nothing, post, put, requiredLine } from '#shared/contract.ts'
import { FULL_NAME_MAX } from '#shared/limits.rules.ts'
import { staffRoles } from '#shared/roles.rules.ts'

export const USER_NOT_FOUND = 'Användaren hittades inte'
/** The messages for missing fields. */
export const missingUserFields = {
  fullName: 'Ange namn',
  email: 'Ange e-postadress',
  password: 'Ange lösenord',
  role: 'Välj en roll',
}

export const Role = z.enum(staffRoles, {
  error: ({ input }) => (input === undefined || input === '' ? missingUserFields.role : 'Välj en av rollerna'),
})
export type Role = z.infer<typeof Role>

/** A member of the staff. */
export const User = z.object({
  id: Id,
  email: z.string(),
  fullName: z.string(),
  /** Without a role (null) the person has no permissions. */
  role: z.enum(staffRoles).nullable(),
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Null in the list of those who are not administrators. */
  factorTypes: LoginFactors.shape.factorTypes.nullable(),
  factorSince: LoginFactors.shape.factorSince,
})
export type User = z.infer<typeof User>

const userFields = {
  email: requiredLine(missingUserFields.email).pipe(Email),
  fullName: requiredLine(missingUserFields.fullName).max(FULL_NAME_MAX, `Namnet får max vara ${FULL_NAME_MAX} tecken`),
}

export const NewUser = z.strictObject({
  ...userFields,
  password: z.string(missingUserFields.password).min(1, missingUserFields.password).pipe(Password),
  role: Role,
  /** Whether the person must choose another password at the first sign-in. */
  mustChange: z.boolean('Ogiltigt värde').default(true),
})
export type NewUser = z.output<typeof NewUser>

export const ChangedUser = z.strictObject(userFields)
export type ChangedUser = z.output<typeof ChangedUser>

export const PasswordForUser = z.strictObject({
  password: Password,
  mustChange: z.boolean('Ogiltigt värde').default(true),
})
export type PasswordForUser = z.output<typeof PasswordForUser>

const StaffName = z.object({ id: Id, fullName: z.string(), isActive: z.boolean() })

export const users = {
  list: get('/api/users', {
    allow: 'staff',
    summary: 'The organization’s staff, the newest first',
    returns: z.array(User),
  }),
  names: get('/api/users/names', {
    allow: 'staff',
    summary: 'The organization’s staff by name, deactivated ones too, for pickers',
    returns: z.array(StaffName),
  }),
  create: post('/api/users', {
    allow: 'admin',
    summary: 'Adds a member of the staff and mails an invitation; 409 when the address has a login already',
    body: NewUser,
    // Without a mail server (`isMailed` false) the person must be given a link.
    returns: User.extend({ isMailed: z.boolean() }),
    creates: true,
    proof: 'recent',
  }),
  change: put('/api/users/:id', {
    allow: 'admin',
    summary: 'Changes name and e-mail; another e-mail ends the person’s sessions, and both addresses are notified',
    params: IdParams,
    body: ChangedUser,
    returns: User,
    proof: 'recent',
  }),
  changeRole: put('/api/users/:id/role', {
    allow: 'admin',
    summary: 'Changes the role; 409 for the last active administrator',
    params: IdParams,
    body: z.strictObject({ role: Role }),
    returns: User,
    proof: 'recent',
  }),
  newLink: post('/api/users/:id/link', {
    allow: 'admin',
    summary:
      'Mails another person a one-time link for choosing a password and voids older ones; without a mail server it returns the link',
    params: IdParams,
    returns: LinkToGive,
    proof: 'recent',
  }),
  setPassword: put('/api/users/:id/password', {
    allow: 'admin',
    summary: 'Sets another person’s password and ends their sessions',
    params: IdParams,
    body: PasswordForUser,
    returns: User,
    proof: 'recent',
  }),
  resetFactors: post('/api/users/:id/reset-factors', {
    allow: 'admin',
    proof: 'recent',
    summary: 'Removes another person’s second factors and recovery codes and ends their sessions; both get a mail',
    params: IdParams,
    returns: nothing,
  }),
  deactivate: post('/api/users/:id/deactivate', {
    allow: 'admin',
    summary: 'Disables another person’s login; the person’s rows remain. 409 for the last active administrator',
    params: IdParams,
    returns: User,
  }),
  reactivate: post('/api/users/:id/reactivate', {
    allow: 'admin',
    summary: 'Enables a disabled login',
    params: IdParams,
    returns: User,
    proof: 'recent',
  }),
}
