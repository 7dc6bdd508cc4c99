// TRUST_PROXY: the proxies whose X-Forwarded-* headers are believed.
import { compile } from '@fastify/proxy-addr'

/** Comma-separated addresses and networks; `true` trusts every peer, '' nobody. Throws TypeError for anything else. */
export function trustedProxies(setting: string): boolean | string[] {
  if (setting === 'true') return true
  const proxies = setting.split(',').flatMap((entry) => entry.trim() || [])
  if (proxies.length === 0) return false
  // The library reads a number as an address, 1 as 0.0.0.1; elsewhere it is how many proxies there are.
  if (proxies.some((entry) => /^\d+(?:\/|$)/.test(entry))) throw new TypeError('a number is no address')
  compile(proxies)
  return proxies
}

export function areTrustedProxies(setting: string): boolean {
  try {
    trustedProxies(setting)
    return true
  } catch {
    return false
  }
}
