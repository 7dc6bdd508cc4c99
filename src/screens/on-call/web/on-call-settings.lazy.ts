// The page of Inställningar, loaded when it is opened.
import { lazyPart } from '#shared/ui/lazy-part.tsx'

export const OnCallPage = lazyPart(() => import('./on-call-settings.tsx').then((m) => m.OnCallPage))
