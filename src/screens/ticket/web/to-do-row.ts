// What a row of 'Att göra' shows, whether it is a ticket or an enquiry.
import type { ToDoRow } from '../to-do.contract.ts'

export const toDoPath = ({ type, id }: Pick<ToDoRow, 'type' | 'id'>) =>
  `/backoffice/${type === 'ticket' ? 'tickets' : 'inbox'}/${id}`
/** '#1131', or 'Inkorg'. */
export const toDoNumber = (row: ToDoRow) => (row.type === 'ticket' ? `#${row.ticketNumber}` : 'Inkorg')
export const toDoTitle = (row: ToDoRow) => (row.type === 'ticket' ? row.title : row.excerpt)
export const toDoCustomer = (row: ToDoRow) => (row.type === 'ticket' ? row.customer.name : row.name)
export const toDoPriority = (row: ToDoRow) =>
  row.type === 'ticket' ? row.priority : row.isUrgent ? ('urgent' as const) : undefined
