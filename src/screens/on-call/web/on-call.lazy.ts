// Parts that are seldom shown, loaded when they are.
import { lazyPart } from '#shared/ui/lazy-part.tsx'

export const TakeAlarm = lazyPart(() => import('./take-alarm.tsx').then((m) => m.TakeAlarm))
export const OnCallGaps = lazyPart(() => import('./on-call-gaps.tsx').then((m) => m.OnCallGaps))
export const DaysOfPerson = lazyPart(() => import('./days-of-person.tsx').then((m) => m.DaysOfPerson))
