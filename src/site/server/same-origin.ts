import type { FastifyRequest } from 'fastify'

/**
 * Whether a form was sent from a page of this site, as far as the browser says: by Sec-Fetch-Site, else by Origin, which
 * names the host that was asked or that of `appUrl` (a proxy may have put another in Host). One that says neither is old.
 */
export function isSameOrigin({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>, appUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (headers.origin === undefined) return true
  // `null` is a page that hides where it is from; ours does not (Referrer-Policy: same-origin).
  const origin = URL.parse(headers.origin)
  if (!origin || !/^https?:$/.test(origin.protocol)) return false
  const own = [`${origin.protocol}//${host}`, appUrl]
  return own.some((address) => URL.parse(address)?.host === origin.host)
}
