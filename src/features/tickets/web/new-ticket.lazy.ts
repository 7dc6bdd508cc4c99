// The dialog of a new ticket for every page that opens one.
import { lazyPart } from '#shared/ui/lazy-part.tsx'

export const NewTicketDialog = lazyPart(() => import('./new-ticket.dialog.tsx').then((m) => m.NewTicketDialog))
