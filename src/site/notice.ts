const NOTICE_SECONDS = 8

/** Says something at the foot of the window, aloud as well, and takes it away again. */
export function showNotice(text: string) {
  const notice = document.createElement('div')
  notice.className = 'notice'
  notice.role = 'status'
  document.body.append(notice)
  // After it is in the page, so that a screen reader says it.
  requestAnimationFrame(() => {
    notice.textContent = text
  })
  setTimeout(() => notice.remove(), NOTICE_SECONDS * 1000)
}
