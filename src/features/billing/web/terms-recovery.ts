// What was typed in the dialog of terms when the session ended; apart from the dialog, which is loaded when it is opened.
import { hasFormSnapshot, snapshotSubject } from '#shared/web/form-recovery.ts'
import { ListedTerms } from '../agreements.contract.ts'

export const termsKey = (earlier?: ListedTerms) => `terms:${earlier?.id ?? 'new'}`

/** What to open the dialog with again. */
export const recoverableTerms = (): ListedTerms | 'new' | undefined =>
  hasFormSnapshot(termsKey()) ? 'new' : ListedTerms.safeParse(snapshotSubject('terms:')).data
