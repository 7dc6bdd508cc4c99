// What other features show of hours that are left.
export { HoursLeftCard, hoursLeftInWords, hoursName } from './hours-left.tsx'
