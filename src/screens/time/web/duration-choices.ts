import { shortHours } from '#shared/hours.rules.ts'

/** '45 min', '1,5 h' */
export const durationLabel = (minutes: number) => (minutes < 60 ? `${minutes} min` : `${shortHours(minutes)} h`)

const choiceOf = (minutes: number) => ({ value: String(minutes), label: durationLabel(minutes) })

/** How long the work up to now took, of a row that is entered from and to otherwise. */
export const shortDurations = [15, 30, 45, 60].map(choiceOf)
/** The same where from and to cannot be entered. */
export const durations = [15, 30, 45, 60, 90, 120, 180, 240].map(choiceOf)
