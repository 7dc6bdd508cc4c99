import type { Colors } from '../brand.contract.ts'
import { BRAND_PATH, brandStylesheetUrl } from '../brand.rules.ts'

/** Shows changed colours in the open document; the next document gets them from the server. */
export function showColors(colors: Colors) {
  const previous = document.head.querySelector(`link[href^="${BRAND_PATH}/"]`)
  const href = brandStylesheetUrl(colors)
  if (!href) return previous?.remove()
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  // The previous stylesheet stays until the new one has loaded, so that no frame is without either.
  link.addEventListener('load', () => previous?.remove())
  document.head.append(link)
}
