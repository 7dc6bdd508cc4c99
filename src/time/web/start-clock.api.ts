// The button that starts the clock, for pages of other features.
export { StartClockButton } from './start-clock.tsx'
