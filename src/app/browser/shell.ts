import { type Logo, withLogo } from '#shared/logo.rules.ts'
import { COMPANY_PLACEHOLDER, INITIAL_PLACEHOLDER, initialOf } from '#shared/names.rules.ts'
import { escapeHtml } from '#shared/text.rules.ts'
import type { AppAssets } from './built-assets.ts'
import { firstScreenScript, portalOf } from './first-screen.ts'

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
 * script opens the first screen of a signed-in person.
 */
export function appShell(path: string, { assets, company, isDev }: Shell): string {
  const { scripts, styles, early, renewal, build } = assets
  const preloads = [...new Set([...scripts, ...assets.preloadsOf(path)])]
  const { logo, icon, colors } = company
  const name = escapeHtml(company.name)
  const page = early?.pages[path]
  const frame = early?.frames[path]
  const portal = isDev ? undefined : portalOf(path)
  const lines = [
    // Before the style sheets, for which a script waits.
    ...(portal ? [`<script>${firstScreenScript}</script>`] : []),
    ...styles.map(
      (href, index) => `<link rel="stylesheet"${index === 0 ? ` id="${REACT_ARIA_STYLE}"` : ''} href="${href}">`,
    ),
    ...(colors ? [`<link rel="stylesheet" href="${colors}">`] : []),
    ...(early && page
      ? [`<script type="module" async blocking="render" src="${early.script}"></script>`]
      : [
          ...preloads.map((href) => `<link rel="modulepreload" href="${href}">`),
          ...(isDev ? [reactRefresh] : []),
          // Started by the inline script, where there is one.
          ...(portal ? [] : scripts.map((src) => `<script type="module" src="${src}"></script>`)),
        ]),
  ]
  const attributes = {
    company: company.name,
    logo: logo && `${logo.url} ${logo.width} ${logo.height}`,
    icon,
    ...(portal && { portal, renewal }),
    ...((page || portal) && { app: scripts[0] }),
    ...(page && { preloads: preloads.join(' ') }),
    build,
  }
  return `<!doctype html>
<html lang="sv"${dataOf(attributes)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${name}</title>
${icon ? `<link rel="icon" href="${icon}" type="image/png">` : '<link rel="icon" href="/favicon.svg" type="image/svg+xml">'}
${lines.join('\n')}
</head>
<body>${openingOf(page, frame, company)}</div><noscript>Portal och backoffice behöver JavaScript. Slå på det och ladda om sidan.</noscript></body>
</html>`
}

/** The app's element with what is shown until the app renders: a whole page, the frame of one, or nothing. */
function openingOf(page: string | undefined, frame: string | undefined, company: ShellCompany): string {
  if (page) return `<div id="app" data-early>${named(page, company)}`
  if (frame !== undefined) return `<div id="app" data-frame inert>${named(frame, company)}`
  return '<div id="app">'
}

/** HTML that the build has written, with the company's name and logo. */
const named = (html: string, { name, logo }: ShellCompany) =>
  withLogo(html, logo)
    .replaceAll(COMPANY_PLACEHOLDER, () => escapeHtml(name))
    .replaceAll(INITIAL_PLACEHOLDER, () => escapeHtml(initialOf(name)))

/** What the app and the scripts of the document read from it. */
const dataOf = (attributes: Record<string, string | undefined>) =>
  Object.entries(attributes)
    .flatMap(([key, value]) => (value ? [` data-${key}="${escapeHtml(value)}"`] : []))
    .join('')

const reactRefresh = `<script type="module">import { injectIntoGlobalHook } from '/@react-refresh'
injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type</script>`
