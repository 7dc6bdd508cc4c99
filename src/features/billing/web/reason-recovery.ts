// What was typed in a dialog of a basis when its page was left; apart from the dialog, which is loaded when it is opened.
import { z } from 'zod'
import { snapshotSubject } from '#shared/web/form-recovery.ts'

type Purpose = 'approval' | 'withdrawal' | 'question' | 'answer'

export const reasonKey = (basisId: string, purpose: Purpose) => `basis:${basisId}:${purpose}`

/** The position of the row that was asked or answered about. */
export const recoverablePosition = (key: string): number | undefined => z.int().safeParse(snapshotSubject(key)).data
