const NOTICE_SECONDS = 8

/** Shows a toast for NOTICE_SECONDS; screen readers announce it. */
export function showNotice(text: string) {
  const notice = document.createElement('div')
  notice.className = 'notice'
  notice.role = 'status'
  document.body.append(notice)
  // Screen readers announce a text only when it is set after insertion.
  requestAnimationFrame(() => {
    notice.textContent = text
  })
  setTimeout(() => notice.remove(), NOTICE_SECONDS * 1000)
}
