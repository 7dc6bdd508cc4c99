import { lazyPart } from './lazy-part.tsx'

/** The dialog that asks before something is done. Fetched when it is first asked, everywhere: one static import would put it in that chunk. */
export const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx').then((m) => m.ConfirmDialog))
