// The page of Inställningar, loaded when it is opened.
import { lazyPart } from '#shared/ui/lazy-part.tsx'

export const SecuritySettings = lazyPart(() => import('./security-settings.tsx').then((m) => m.SecuritySettings))
