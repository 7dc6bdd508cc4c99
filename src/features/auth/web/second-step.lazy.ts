// What only logins with a second factor need, loaded when it is shown.
import { lazyPart } from '#shared/ui/lazy-part.tsx'

export const SecondStep = lazyPart(() => import('./second-step.tsx').then((m) => m.SecondStep))
export const TwoStep = lazyPart(() => import('./two-step.tsx').then((m) => m.TwoStep))
