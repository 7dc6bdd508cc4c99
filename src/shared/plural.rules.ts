const hardSpace = '\u00a0'

/** '1 234 567' with hard spaces. */
export const formatNumber = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, hardSpace)

/** '1 ärende', '2 ärenden': every count before a noun, in screens, mails and commands. */
export const plural = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** For files, and lists of what was changed. */
export const yesOrNo = (is: boolean): string => (is ? 'Ja' : 'Nej')
