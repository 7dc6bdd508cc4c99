import { type Logo, withLogo } from '#shared/logo.rules.ts'
import { COMPANY_PLACEHOLDER, INITIAL_PLACEHOLDER, initialOf } from '#shared/names.rules.ts'
import { escapeHtml } from '#shared/text.rules.ts'
import type { AppAssets } from './built-assets.ts'
import { firstRequestsOf, firstRequestsScript } from './first-requests.ts'

// React Aria does not inject its own <style> if an element with this id exists; app.css contains the rule.
const REACT_ARIA_STYLE = 'react-aria-pressable-style'

export type ShellCompany = {
  name: string
  logo?: Logo | undefined
  icon?: string | undefined
  /** The URL of the stylesheet with the company's colours. */
  colors?: string | undefined
}
type Shell = { assets: AppAssets; company: ShellCompany; isDev: boolean }

/**
 * The HTML of the browser app at a path: the company's name and branding, no data, the same for every user. The inline
 * script sends the first requests of a signed-in person.
 */
export function appShell(path: string, { assets, company, isDev }: Shell): string {
  const { scripts, styles, areas, early, build } = assets
  const area = areas.find(({ paths }) => paths.test(path))
  const preloads = area?.preloads ?? []
  const { logo, icon, colors } = company
  const name = escapeHtml(company.name)
  const page = early?.pages[path]
  const content =
    page &&
    withLogo(page, logo)
      .replaceAll(COMPANY_PLACEHOLDER, () => name)
      .replaceAll(INITIAL_PLACEHOLDER, () => escapeHtml(initialOf(company.name)))
  const first = isDev ? undefined : firstRequestsOf(path)
  const lines = [
    // Before the style sheets, for which a script waits.
    ...(first ? [`<script>${firstRequestsScript}</script>`] : []),
    ...styles.map(
      (href, index) => `<link rel="stylesheet"${index === 0 ? ` id="${REACT_ARIA_STYLE}"` : ''} href="${href}">`,
    ),
    ...(colors ? [`<link rel="stylesheet" href="${colors}">`] : []),
    ...(early && content
      ? [`<script type="module" async blocking="render" src="${early.script}"></script>`]
      : [
          ...preloads.map((href) => `<link rel="modulepreload" href="${href}">`),
          ...(isDev ? [reactRefresh] : []),
          ...scripts.map((src) => `<script type="module" src="${src}"></script>`),
        ]),
  ]
  const app = content ? ` data-app="${scripts[0]}" data-preloads="${preloads.join(' ')}"` : ''
  return `<!doctype html>
<html lang="sv" data-company="${name}"${dataOf({ logo, icon })}${first ? ` data-portal="${first.portal}" data-requests="${escapeHtml(first.requests.join(' '))}"` : ''}${build ? ` data-build="${build}"` : ''}${app}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${name}</title>
${icon ? `<link rel="icon" href="${icon}" type="image/png">` : '<link rel="icon" href="/favicon.svg" type="image/svg+xml">'}
${lines.join('\n')}
</head>
<body><div id="app"${content ? ' data-early' : ''}>${content ?? ''}</div><noscript>Portal och backoffice behöver JavaScript. Slå på det och ladda om sidan.</noscript></body>
</html>`
}

/** The attributes that `useCompany` reads before the sign-in. */
const dataOf = ({ logo, icon }: Pick<ShellCompany, 'logo' | 'icon'>) =>
  (logo ? ` data-logo="${logo.url} ${logo.width} ${logo.height}"` : '') + (icon ? ` data-icon="${icon}"` : '')

const reactRefresh = `<script type="module">import { injectIntoGlobalHook } from '/@react-refresh'
injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type</script>`
