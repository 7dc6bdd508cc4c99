// The public site's only script. The pages work without it.
import './site.css'
import { enhance } from './enhanced-forms.ts'
import { followClock } from './follow-clock.ts'
import { showNotice } from './notice.ts'

const SIGNED_OUT = 'signed-out'

if (document.body.dataset.page === 'not-found') {
  // biome-ignore lint/suspicious/noConsole: the specification asks for it (Routes, the 404 page)
  console.error('404: sidan finns inte', location.pathname)
}

const theme = localStorage.getItem('theme')
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme

// Set by the sign-out in the back office and the portal.
if (sessionStorage.getItem(SIGNED_OUT)) {
  sessionStorage.removeItem(SIGNED_OUT)
  showNotice('Utloggad')
}

for (const form of document.forms) enhance(form)
followClock()
