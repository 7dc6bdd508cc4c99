// The dialog of a new time entry for pages of other features.
import { lazyPart } from '#shared/ui/lazy-part.tsx'

export const NewTimeDialog = lazyPart(() => import('./new-time.dialog.tsx').then((m) => m.NewTimeDialog))
