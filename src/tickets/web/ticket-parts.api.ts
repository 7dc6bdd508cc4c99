// Parts of the ticket's screens that other features use.
export { NOBODY, priorityChoices, useStaff } from './choices.ts'
export { Fact } from './fact.tsx'
export { MessageCard } from './message-card.tsx'
export { PriorityBadge } from './priority-badge.tsx'
