// Recovery keys of the dialog of terms, in a file of their own because the dialog loads when it is opened.
import { hasFormSnapshot, snapshotSubject } from '#shared/web/form-recovery.ts'
import { ListedTerms } from '../agreements.contract.ts'

export const termsKey = (earlier?: ListedTerms) => `terms:${earlier?.id ?? 'new'}`

/** What the dialog was open for when the session ended. */
export const recoverableTerms = (): ListedTerms | 'new' | undefined =>
  hasFormSnapshot(termsKey()) ? 'new' : ListedTerms.safeParse(snapshotSubject('terms:')).data
