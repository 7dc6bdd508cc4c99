// The public site's only script. Everything on the pages works without it.
import './site.css'

const SIGNED_OUT = 'signed-out'
const NOTICE_SECONDS = 5

if (document.body.dataset.page === 'not-found') {
  // biome-ignore lint/suspicious/noConsole: the specification asks for it (section 2, the 404 page)
  console.error('404: sidan finns inte', location.pathname)
}

const theme = localStorage.getItem('theme')
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme

// The back office and the portal leave the word here on their way out.
if (sessionStorage.getItem(SIGNED_OUT)) {
  sessionStorage.removeItem(SIGNED_OUT)
  showNotice('Utloggad')
}

function showNotice(text: string) {
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
