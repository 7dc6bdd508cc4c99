// The page of Inställningar, loaded when it is opened.
import { lazyPart } from '#shared/ui/lazy-part.tsx'

export const AllApiKeysPage = lazyPart(() => import('./all-api-keys.tsx').then((m) => m.AllApiKeys))
