// The recovery key of the dialog of a saved view, in a file of its own because the dialog loads when it is opened.
import type { TicketView } from '../ticket-views.contract.ts'

export const viewKey = (view?: Pick<TicketView, 'id'>) => (view ? `ticket-view:${view.id}` : 'ticket-view')
