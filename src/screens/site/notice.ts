const NOTICE_SECONDS = 8

/** Shows a toast for NOTICE_SECONDS, which screen readers announce. */
export function showNotice(text: string) {
  const notice = document.createElement('div')
  notice.className = 'notice'
  notice.role = 'status'
  document.body.append(notice)
  // Set after insertion, so that screen readers announce it.
  requestAnimationFrame(() => {
    notice.textContent = text
  })
  setTimeout(() => notice.remove(), NOTICE_SECONDS * 1000)
}
