// The parts of the user's clock that the back-office layout shows.
import { lazyPart } from '#shared/ui/lazy-part.tsx'

export const ClockTool = lazyPart(() => import('./clock-tool.tsx').then((m) => m.ClockTool))
export const ClockQuestion = lazyPart(() => import('./clock-question.tsx').then((m) => m.ClockQuestion))
