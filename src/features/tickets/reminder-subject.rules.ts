// The subjects of mails that remind staff, which stand beside those about the same ticket or enquiry in a list of mails.

const beginnings = { soon: 'Ska besvaras snart', late: 'Försenat', due: 'Påminnelse' } as const
type Reminder = keyof typeof beginnings

const isReminder = (about: string): about is Reminder => Object.hasOwn(beginnings, about)

/** 'Försenat: [#1001] WiFi nere' of a reminder; other mails have the subject alone. */
export const staffSubject = (about: string, subject: string): string =>
  isReminder(about) ? `${beginnings[about]}: ${subject}` : subject
