import { showToast } from './toast.tsx'

/** Copies a text, and shows whether that succeeded. The clipboard requires a secure context. */
export const copyText = (text: string, { copied, failed }: { copied: string; failed: string }) =>
  Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
    () => showToast({ title: copied, tone: 'success' }),
    () => showToast({ title: 'Kunde inte kopiera', text: failed, tone: 'error' }),
  )

export const copyLink = (link: string) =>
  copyText(link, { copied: 'Länken är kopierad', failed: 'Markera länken och kopiera den själv.' })
