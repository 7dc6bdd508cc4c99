/** The number of a ticket, when that is all that a text is: '1131', '#1131'. */
export function ticketNumberIn(text: string): number | undefined {
  const digits = /^#?\s*(\d{1,9})$/.exec(text.trim())?.[1]
  return digits === undefined ? undefined : Number(digits)
}
