// Whether mail goes out, for the screens of other features.
import { useQuery } from '@tanstack/react-query'
import { countsQuery } from './dashboard.api.ts'

export { NotMailed } from './not-mailed.tsx'

/** There is a mail server; true until it is known. */
export const useIsSendingMail = (): boolean => useQuery(countsQuery).data?.mail.isSending ?? true
