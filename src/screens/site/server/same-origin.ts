import type { FastifyRequest } from 'fastify'

/**
 * Whether a form was sent from this site, by Sec-Fetch-Site, or else by Origin, which must match the request's host or
 * that of `appUrl` (a proxy may have changed Host). Old browsers, which send neither header, are allowed.
 */
export function isSameOrigin({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>, appUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (headers.origin === undefined) return true
  // `null` is an opaque origin, which the site's own pages never send (Referrer-Policy: same-origin).
  const origin = URL.parse(headers.origin)
  if (!origin || !/^https?:$/.test(origin.protocol)) return false
  const allowed = [`${origin.protocol}//${host}`, appUrl]
  return allowed.some((url) => URL.parse(url)?.host === origin.host)
}
