// Recovery keys of the dialogs of discounts and free lines, in a file of their own because the dialogs load when they are opened.

import { snapshotSubject } from '#shared/web/form-recovery.ts'
import { FreeLine, OwnDiscount } from '../discount-fields.contract.ts'

export const customerDiscountKey = (customerId: string) => `discount:${customerId}`
export const basisDiscountKey = (basisId: string) => `invoice-basis-discount:${basisId}`
/** The discount that was being changed when the session ended. */
export const recoverableDiscount = (basisId: string): OwnDiscount | undefined =>
  OwnDiscount.safeParse(snapshotSubject(basisDiscountKey(basisId))).data

const changedKey = (basisId: string) => `free-line:${basisId}:changed:`
/** Of a new line of the basis, or of one that is changed. */
export const freeLineKey = (basisId: string, row?: FreeLine) =>
  row ? `${changedKey(basisId)}${row.id}` : `free-line:${basisId}:new`

/** The line that was being changed when the session ended. */
export const recoverableFreeLine = (basisId: string): FreeLine | undefined =>
  FreeLine.safeParse(snapshotSubject(changedKey(basisId))).data
