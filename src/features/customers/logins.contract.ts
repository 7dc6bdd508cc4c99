import { z } from 'zod'
import { Email, LinkToGive, Password } from '#features/auth/auth.contract.ts'
import { LoginFactors } from '#features/auth/login-factors.contract.ts'
import { get, Id, IdParams, nothing, optionalLine, post, put, requiredId, Version } from '#shared/contract.ts'
import { FULL_NAME_MAX } from '#shared/limits.rules.ts'
import { mapRights, portalRights } from './portal-rights.rules.ts'

export const LOGIN_NOT_FOUND = 'Inloggningen hittades inte'

/** What a login may see and do. */
export const LoginRights = z.strictObject(mapRights(() => z.boolean()))
export type LoginRights = z.output<typeof LoginRights>

export const ChangedRights = z.strictObject({ ...LoginRights.shape, version: Version })
export type ChangedRights = z.output<typeof ChangedRights>

/** A portal login of a customer; it belongs to one contact. */
export const PortalLogin = z.object({
  id: Id,
  email: z.string(),
  fullName: z.string().nullable(),
  invitedAt: z.iso.datetime(),
  /** When a session of the login was last used; expired sessions are deleted after a month or two. */
  lastSeenAt: z.iso.datetime().nullable(),
  isRevoked: z.boolean(),
  hasPassword: z.boolean(),
  contactId: Id,
  ...LoginRights.shape,
  ...LoginFactors.shape,
  /** The version of its rights. */
  version: z.int(),
})
export type PortalLogin = z.infer<typeof PortalLogin>

/** Without a mail server (`isMailed` false) the person must be given a link. */
const InvitedLogin = PortalLogin.extend({ isMailed: z.boolean() })

export const Invitation = z.strictObject({
  email: z.string('Ange en giltig e-postadress').trim().pipe(Email),
  password: Password,
  fullName: optionalLine(FULL_NAME_MAX),
  /** A contact of the customer; without one, or with '', the contact with the address, or a new one. */
  contactId: z.union([requiredId('Välj en kontakt'), z.literal('')], 'Välj en kontakt').optional(),
  ...mapRights((right) => z.boolean().default(portalRights[right].isInitial)),
})
export type Invitation = z.output<typeof Invitation>

export const PasswordForLogin = z.strictObject({
  password: Password,
  /** Whether the person must choose another one at the next sign-in. */
  mustChange: z.boolean().default(true),
})
export type PasswordForLogin = z.output<typeof PasswordForLogin>

const LoginParams = z.strictObject({ id: Id, userId: Id })

export const logins = {
  list: get('/api/customers/:id/logins', {
    allow: 'staff',
    summary: 'A customer’s logins to the portal, the oldest first',
    params: IdParams,
    returns: z.array(PortalLogin),
  }),
  invite: post('/api/customers/:id/logins', {
    allow: 'staff',
    summary: 'Gives a customer a login and mails an invitation; 409 when the address has a login already',
    params: IdParams,
    body: Invitation,
    returns: InvitedLogin,
    creates: true,
  }),
  changeRights: put('/api/customers/:id/logins/:userId/rights', {
    allow: 'staff',
    summary:
      'Changes what a login may see and do, effective at its next request; 409 with the current row for an outdated version',
    params: LoginParams,
    body: ChangedRights,
    returns: PortalLogin,
  }),
  revoke: post('/api/customers/:id/logins/:userId/revoke', {
    allow: 'staff',
    summary: 'Disables a login: its sessions are revoked and its links stop working',
    params: LoginParams,
    returns: PortalLogin,
  }),
  reopen: post('/api/customers/:id/logins/:userId/reopen', {
    allow: 'staff',
    summary: 'Enables a revoked login, and restores its contact when it was archived',
    params: LoginParams,
    returns: PortalLogin,
  }),
  newLink: post('/api/customers/:id/logins/:userId/link', {
    allow: 'staff',
    summary:
      'Mails a new one-time link for choosing a password, and voids older ones. Without a mail server it returns the link, to technicians only for a new, unused login',
    params: LoginParams,
    returns: LinkToGive,
  }),
  resetFactors: post('/api/customers/:id/logins/:userId/reset-factors', {
    allow: 'admin',
    proof: 'recent',
    summary: 'Removes a login’s second factors and recovery codes and ends its sessions; both people get a mail',
    params: LoginParams,
    returns: nothing,
  }),
  setPassword: put('/api/customers/:id/logins/:userId/password', {
    allow: 'admin',
    summary: 'Sets a login’s password and revokes its sessions',
    params: LoginParams,
    body: PasswordForLogin,
    returns: nothing,
    proof: 'recent',
  }),
}
