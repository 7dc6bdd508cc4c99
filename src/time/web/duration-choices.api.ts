// How long the work on a ticket took, for its composer.
export { durations } from './duration-choices.ts'
