import { useQuery } from '@tanstack/react-query'
import { countsQuery } from '#features/inbox/web/menu-counts.api.ts'

/** Who has jour now, the days ahead without anybody, and the alarms that nobody has taken. */
export const useOnCall = () => useQuery(countsQuery).data?.onCall

/** The alarm of a ticket or an enquiry that nobody has taken. */
export const useAlarm = (rowId: string) =>
  useOnCall()?.alarms.find(({ ticket, enquiry }) => (ticket ?? enquiry)?.id === rowId)
