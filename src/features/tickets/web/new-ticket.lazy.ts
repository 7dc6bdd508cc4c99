// The dialog of a new ticket, loaded when it is opened.
import { lazyPart } from '#shared/ui/lazy-part.tsx'

export const NewTicketDialog = lazyPart(() => import('./new-ticket.dialog.tsx').then((m) => m.NewTicketDialog))
