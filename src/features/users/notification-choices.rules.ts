// What staff are notified of, and how: the matrix that each person chooses (docs/decisions/106).

/**
 * given: somebody else made the person the assignee of a ticket or an enquiry. customer: a customer wrote on a ticket that is the
 * person's or nobody's. new: a customer's ticket, or an enquiry. due: the day of a reminder is here. mentioned: a colleague wrote
 * '@' and the name. soon, late: most of the time for an answer to a customer has passed, or all of it, on a ticket or an enquiry that
 * is the person's or nobody's.
 */
export const notificationEvents = ['given', 'customer', 'new', 'due', 'mentioned', 'soon', 'late'] as const
export type NotificationEvent = (typeof notificationEvents)[number]

export const notificationChannels = ['bell', 'mail'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** A cell of the matrix, as it is named in the contract; in the database `bell_given` and so on. */
export type NotificationChoice = `${NotificationChannel}${Capitalize<NotificationEvent>}`

export const choiceOf = (channel: NotificationChannel, event: NotificationEvent) =>
  `${channel}${event.charAt(0).toUpperCase()}${event.slice(1)}` as NotificationChoice

/**
 * As in the columns' defaults. A reminder of the person's own is not mailed: the ticket is back in 'Att göra', and the bell
 * says so.
 */
export const defaultChoices: Record<NotificationChoice, boolean> = {
  bellGiven: true,
  bellCustomer: true,
  bellNew: true,
  bellDue: true,
  bellMentioned: true,
  bellSoon: true,
  bellLate: true,
  mailGiven: true,
  mailCustomer: true,
  mailNew: true,
  mailDue: false,
  mailMentioned: true,
  mailSoon: true,
  mailLate: true,
}
