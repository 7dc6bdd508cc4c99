// Recovery keys of the dialog of a login's rights, in a file of their own because the dialog loads when it is opened.
import { snapshotSubject } from '#shared/web/form-recovery.ts'
import { PortalLogin } from '../logins.contract.ts'

export const rightsKey = (login: PortalLogin) => `rights:${login.id}`

/** The login as it was when the dialog was opened. */
export const recoverableRights = (login: PortalLogin) => PortalLogin.safeParse(snapshotSubject(rightsKey(login))).data
