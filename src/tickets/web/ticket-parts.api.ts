// What a ticket is shown with, for what becomes one.
export { NOBODY, priorityChoices, useStaff } from './choices.ts'
export { Letter } from './letter.tsx'
export { PriorityBadge } from './priority-badge.tsx'
