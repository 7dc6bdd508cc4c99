import { iconUrl } from '#features/company/brand.rules.ts'
import { phoneHref } from '#shared/phone.rules.ts'
import { background } from '#shared/theme-colors.rules.ts'
import type { PublicFacts } from './facts.ts'
import { sitePaths } from './paths.ts'
import { servicePath, servicesOf } from './services.rules.ts'

/** Paths that require a login or are not pages. */
const disallowed = ['/api/', '/auth', '/backoffice', '/bo$', '/customer-login', '/customer-portal', '/nytt-losenord']
const SECURITY_DAYS = 180

const lines = (...texts: (string | undefined)[]) => `${texts.filter((line) => line !== undefined).join('\n')}\n`

export const robots = (appUrl: string) =>
  lines('User-agent: *', ...disallowed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${appUrl}/sitemap.xml`)

export const sitemap = (appUrl: string, facts: PublicFacts | undefined) =>
  lines(
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...[...sitePaths, ...servicesOf(facts?.services).map(servicePath)].map(
      (path) => `<url><loc>${escapeXml(appUrl + path)}</loc></url>`,
    ),
    '</urlset>',
  )

/** security.txt (RFC 9116), which expires SECURITY_DAYS after the request. */
export function securityContact(facts: PublicFacts | undefined, appUrl: string, now: Date): string {
  const expires = new Date(now.getTime() + SECURITY_DAYS * 24 * 3600 * 1000)
  const { email, phone } = facts ?? {}
  const call = phone && phoneHref(phone)
  return lines(
    email ? `Contact: mailto:${encodeURI(email)}` : undefined,
    call ? `Contact: ${call}` : undefined,
    `Contact: ${appUrl}/kontakt`,
    `Expires: ${expires.toISOString().slice(0, 10)}T00:00:00Z`,
    'Preferred-Languages: sv, en',
    `Canonical: ${appUrl}/.well-known/security.txt`,
  )
}

export function manifest(facts: Pick<PublicFacts, 'name' | 'mainColor' | 'pictures'>) {
  const { name, mainColor, pictures } = facts
  const icon = (side: 192 | 512) => ({
    src: iconUrl(pictures.logo, side) ?? `/icon-${side}.png`,
    sizes: `${side}x${side}`,
    type: 'image/png',
  })
  const hasIcon = iconUrl(pictures.logo, 512) !== undefined
  return JSON.stringify({
    name,
    short_name: name,
    lang: 'sv',
    id: '/',
    start_url: '/',
    display: 'minimal-ui',
    theme_color: mainColor ?? background.light,
    background_color: background.light,
    icons: [...(hasIcon ? [] : [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }]), icon(192), icon(512)],
  })
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
