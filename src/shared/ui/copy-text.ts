import { showToast } from './toast.tsx'

/** Copies a text, and shows whether that succeeded. The clipboard requires a secure context. */
export const copyText = (text: string, { copied, failed }: { copied: string; failed: string }) =>
  Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
    () => showToast({ title: copied, tone: 'success' }),
    () => showToast({ title: 'Kunde inte kopiera', text: failed, tone: 'error' }),
  )

/** What is copied, in the definite form. */
export type Copied = 'Länken' | 'Nyckeln' | 'Raden'

/** Copies a link, or another text that is shown once. */
export const copyLink = (text: string, what: Copied = 'Länken') =>
  copyText(text, { copied: `${what} är kopierad`, failed: `Markera ${what.toLowerCase()} och kopiera den själv.` })
