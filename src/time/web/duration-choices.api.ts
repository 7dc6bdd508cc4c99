// How long the work on a ticket took and where it was done, for its composer.
export { durations } from './duration-choices.ts'
export { WorkKindInput } from './work-kind-input.tsx'
