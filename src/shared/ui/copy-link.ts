import { showToast } from './toast.tsx'

/** What is copied, in the definite form. */
export type Copied = 'Länken' | 'Nyckeln' | 'Raden'

/** Copies a link or another text, and shows whether that succeeded. The clipboard requires a secure context. */
export const copyLink = (text: string, what: Copied = 'Länken') =>
  Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
    () => showToast({ title: `${what} är kopierad`, tone: 'success' }),
    () =>
      showToast({
        title: 'Kunde inte kopiera',
        text: `Markera ${what.toLowerCase()} och kopiera den själv.`,
        tone: 'error',
      }),
  )
