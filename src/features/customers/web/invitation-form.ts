// The values of the form that invites somebody to the portal.
import { z } from 'zod'
import { NewPassword } from '#features/auth/web/password-schema.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { Invitation } from '../logins.contract.ts'
import { mapRights, portalRights } from '../portal-rights.rules.ts'
import type { Invited } from './customer-recovery.ts'
import { mapTicks, rightsOf, rightsValues } from './rights-fields.tsx'

export const Invite = z.strictObject({
  ...Invitation.pick({ email: true, fullName: true }).shape,
  contactId: z.string(),
  password: NewPassword,
  sees: z.string(),
  ...mapTicks(() => z.boolean()),
})
export type Invite = z.output<typeof Invite>
export type InviteValues = z.input<typeof Invite>

const rights = rightsValues(mapRights((right) => portalRights[right].isInitial))

export const inviteDefaults = ({ customer, contact }: Invited): InviteValues => ({
  email: readableAddress((contact ?? customer).email ?? ''),
  password: '',
  fullName: contact?.name ?? '',
  contactId: contact?.id ?? '',
  ...rights,
})

export const invitationOf = ({ email, fullName, contactId, password, ...values }: Invite) => ({
  email,
  fullName,
  contactId,
  password,
  ...rightsOf(values),
})
