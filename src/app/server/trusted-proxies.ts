// TRUST_PROXY: the proxies whose X-Forwarded-* headers are trusted.
import { isIP } from 'node:net'

/** Comma-separated addresses and networks; `true` trusts every peer, '' none. Throws TypeError for anything else. */
export function trustedProxies(setting: string): boolean | string[] {
  if (setting === 'true') return true
  const proxies = setting.split(',').flatMap((entry) => entry.trim() || [])
  if (proxies.length === 0) return false
  if (!proxies.every(isNetwork)) throw new TypeError('neither an address nor a network')
  return proxies
}

/**
 * An address, or a network with a prefix length. The library also accepts numbers (1 is 0.0.0.1), octal and short
 * addresses (010.0.0.1 is 8.0.0.1), masks and names of its own, which operators would read differently.
 */
function isNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

export function areTrustedProxies(setting: string): boolean {
  try {
    trustedProxies(setting)
    return true
  } catch {
    return false
  }
}
