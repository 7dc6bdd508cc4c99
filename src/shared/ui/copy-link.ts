import { showToast } from './toast.tsx'

/** Copies a link, and shows whether that succeeded. The clipboard requires a secure context. */
export const copyLink = (link: string) =>
  Promise.resolve(navigator.clipboard?.writeText(link) ?? Promise.reject(new Error('no clipboard'))).then(
    () => showToast({ title: 'Länken är kopierad', tone: 'success' }),
    () => showToast({ title: 'Kunde inte kopiera', text: 'Markera länken och kopiera den själv.', tone: 'error' }),
  )
