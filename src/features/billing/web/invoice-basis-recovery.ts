// Recovery keys of the dialogs of an invoice basis, in a file of their own because the dialogs load when they are opened.
import { z } from 'zod'
import { snapshotSubject } from '#shared/web/form-recovery.ts'

type Purpose = 'approval' | 'kept' | 'withdrawal' | 'question' | 'answer'

export const reasonKey = (basisId: string, purpose: Purpose) => `invoice-basis:${basisId}:${purpose}`

/** The position of the row that the question or answer was about. */
export const recoverablePosition = (key: string): number | undefined => z.int().safeParse(snapshotSubject(key)).data
