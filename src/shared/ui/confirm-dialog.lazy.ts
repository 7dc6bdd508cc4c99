import { lazyPart } from './lazy-part.tsx'

/** The confirmation dialog, fetched when first used. Import it from here: a static import of the dialog would add it to that chunk. */
export const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx').then((m) => m.ConfirmDialog))
