// The script of the early pages (early-page.tsx), run before their first paint. The app's code is fetched after that
// paint.
import { hasPasskeys } from '#features/auth/web/has-passkeys.ts'
import { SESSION_KEY } from '#features/auth/web/session-key.ts'
import { SIGNING_IN } from '#features/auth/web/sign-in-texts.ts'
import { applyTheme } from '#shared/ui/stored-theme.ts'
import { CODE_FAILED } from './code-failed.ts'

applyTheme()
// A signed-in person is about to be redirected, so the form would only flash.
if (hasSession()) document.documentElement.classList.add('has-session')
// As the app's page, which keeps the hidden button in its place.
if (!hasPasskeys()) document.documentElement.classList.add('without-passkeys')

/** Records the index of the pressed button, so that `takeOver` can press the same button of the app's page. */
function rememberPress(button: HTMLButtonElement | null) {
  const page = document.querySelector<HTMLElement>('#app[data-early]')
  if (page && button) page.dataset.pressed = String([...page.querySelectorAll('button')].indexOf(button))
}

document.addEventListener('click', ({ target }) => {
  if (target instanceof Element) rememberPress(target.closest('button'))
})
document.addEventListener('submit', (event) => {
  if (!document.querySelector('#app[data-early]')) return
  event.preventDefault()
  const button = (event.target as HTMLFormElement).querySelector<HTMLButtonElement>('button[type=submit]')
  rememberPress(button)
  button?.setAttribute('aria-disabled', 'true')
  button?.querySelector('span')?.replaceChildren(SIGNING_IN)
})

const { app, preloads } = document.documentElement.dataset
// This script blocks rendering, so the next frame is the first paint.
if (app) requestAnimationFrame(() => setTimeout(() => fetchApp(app, preloads?.split(' ') ?? [])))

function fetchApp(entry: string, modules: string[]) {
  for (const href of modules)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  import(/* @vite-ignore */ entry).catch(reportFailure)
}

function reportFailure() {
  const message = Object.assign(document.createElement('p'), {
    role: 'alert',
    className: 'text-danger-ink',
    textContent: CODE_FAILED,
  })
  document.querySelector('#app[data-early] form')?.prepend(message)
}

function hasSession() {
  try {
    return localStorage.getItem(SESSION_KEY) !== null
  } catch {
    return false
  }
}
