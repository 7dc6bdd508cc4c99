// Recovery keys of the dialogs of recurring charges, in a file of their own because the dialogs load when they are opened.
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'

/** The dialogs of one charge. */
const chargeDialogs = ['facts', 'quantity', 'price', 'discount', 'end', 'counting', 'history'] as const
export type ChargeDialog = (typeof chargeDialogs)[number]

export const newChargeKey = (customerId: string) => `charge:${customerId}`
export const chargeKey = (dialog: ChargeDialog, id: string) => `charge:${dialog}:${id}`

/** The dialog of a charge that was open when the session ended. */
export const recoverableDialog = (id: string): ChargeDialog | undefined =>
  chargeDialogs.find((dialog) => hasFormSnapshot(chargeKey(dialog, id)))
