import { shortHours } from '#shared/hours.rules.ts'

/** For example '45 min' or '1,5 tim'. */
export const durationLabel = (minutes: number) => (minutes < 60 ? `${minutes} min` : `${shortHours(minutes)} tim`)

const choiceOf = (minutes: number) => ({ value: String(minutes), label: durationLabel(minutes) })

/** Lengths of work up to now, for a form that also has fields for from and to. */
export const shortDurations = [15, 30, 45, 60].map(choiceOf)
/** Lengths for a form without fields for from and to. */
export const durations = [15, 30, 45, 60, 90, 120, 180, 240].map(choiceOf)
