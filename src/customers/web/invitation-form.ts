// The values of the form that invites somebody to the portal.
import { z } from 'zod'
import { NewPassword } from '#auth/web/assigned-password.api.ts'
import { readableAddress } from '#lib/email.rules.ts'
import { Invitation } from '../logins.contract.ts'
import type { Invited } from './customer-recovery.ts'
import { rightsOf, rightsValues } from './rights-fields.tsx'

export const Invite = z.strictObject({
  ...Invitation.pick({ email: true, fullName: true }).shape,
  contactId: z.string(),
  password: NewPassword,
  sees: z.string(),
  mayApprove: z.boolean(),
  getsCompanyMail: z.boolean(),
})
export type Invite = z.output<typeof Invite>
export type InviteValues = z.input<typeof Invite>

const rights = rightsValues({ seesCompany: true, mayApprove: false, getsCompanyMail: true })

export const inviteDefaults = ({ customer, contact }: Invited): InviteValues => ({
  email: readableAddress((contact ?? customer).email ?? ''),
  password: '',
  fullName: contact?.name ?? '',
  contactId: contact?.id ?? '',
  ...rights,
})

export const invitationOf = ({ sees, mayApprove, getsCompanyMail, ...login }: Invite) => ({
  ...login,
  ...rightsOf({ sees, mayApprove, getsCompanyMail }),
})
