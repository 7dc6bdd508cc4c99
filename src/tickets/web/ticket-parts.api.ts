// What a ticket is shown with, for what becomes one.
export { NOBODY, priorityChoices, useStaff } from './choices.ts'
export { MessageCard } from './message-card.tsx'
export { PriorityBadge } from './priority-badge.tsx'
