// Keeps a page that stays open true to the clock: opening hours, the number that is answered, when an answer comes.
const MINUTE_MS = 60_000
const minuteNow = () => Math.floor(Date.now() / MINUTE_MS)

/** Renews the parts in `Now` when the page is shown or focused again, and once a minute while it is visible. */
export function followClock() {
  let shown = minuteNow()
  const renew = async () => {
    const minute = minuteNow()
    if (document.visibilityState !== 'visible' || minute === shown) return
    shown = minute
    const page = await loadPage()
    if (page) showParts(page)
    else shown = 0
  }
  const onShown = () => void renew()
  setInterval(onShown, MINUTE_MS)
  document.addEventListener('visibilitychange', onShown)
  addEventListener('focus', onShown)
}

/**
 * The page as it is now, without its query: an unchanged one is not sent again. `fetch` would give a text, which Trusted Types
 * let nothing parse.
 */
const loadPage = () =>
  new Promise<Document | null>((resolve) => {
    const request = new XMLHttpRequest()
    request.open('GET', location.pathname)
    request.responseType = 'document'
    request.timeout = MINUTE_MS / 2
    request.onloadend = () => resolve(request.status === 200 ? request.responseXML : null)
    request.send()
  })

/** Replaces only what has changed, as replacing moves the focus and is announced. */
function showParts(page: Document) {
  for (const part of document.querySelectorAll<HTMLElement>('[data-now]')) {
    const renewed = page.querySelector(`[data-now="${part.dataset.now}"]`)
    if (renewed && renewed.innerHTML !== part.innerHTML) part.replaceChildren(...renewed.childNodes)
  }
}
