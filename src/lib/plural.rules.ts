const hardSpace = '\u00a0'

/** '1 234 567' with hard spaces. */
export const formatNumber = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, hardSpace)

/** '1 ärende', '2 ärenden': every count before a noun, in screens, mails and commands. */
export const plural = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** How long to wait, rounded up: 'en minut', '12 minuter', 'en timme', '3 timmar'. */
export function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return 'en minut'
  if (minutes < 60) return plural(minutes, 'minut', 'minuter')
  const hours = Math.ceil(minutes / 60)
  return hours === 1 ? 'en timme' : plural(hours, 'timme', 'timmar')
}
