// Recovery of the dialog of a canned answer, in a file of its own because the dialog loads when it is opened.
import { hasFormSnapshot, snapshotSubject } from '#shared/web/form-recovery.ts'
import { CannedAnswer } from '../canned-answers.contract.ts'

export const cannedAnswerKey = (row?: Pick<CannedAnswer, 'id'>) => `canned-answer:${row?.id ?? 'new'}`

/** What the dialog was open for when the session ended. */
export const recoverableCannedAnswer = (): CannedAnswer | 'new' | undefined =>
  hasFormSnapshot(cannedAnswerKey()) ? 'new' : CannedAnswer.safeParse(snapshotSubject('canned-answer:')).data
