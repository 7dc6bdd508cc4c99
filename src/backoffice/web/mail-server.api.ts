// Whether mail goes out.
import { useQuery } from '@tanstack/react-query'
import { countsQuery } from './dashboard.api.ts'

/** There is a mail server; true until it is known. */
export const useIsSendingMail = (): boolean => useQuery(countsQuery).data?.mail.isSending ?? true
