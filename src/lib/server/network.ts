import { isIP, isIPv6 } from 'node:net'

/** The network to rate-limit: an IPv4 address, or the /64 of an IPv6 address, which is what one subscriber has. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped || !isIPv6(ip)) return mapped ?? ip
  const [head = '', tail] = ip.replace(/%.*$/, '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = !tail ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** The address in an entry of X-Forwarded-For, which some proxies write with a port, in brackets or in quotes. */
function addressIn(entry: string): string | undefined {
  const text = entry.trim().replace(/^"(.*)"$/, '$1')
  const address =
    /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(text)?.[1] ?? text
  return isIP(address) === 0 ? undefined : address
}

/**
 * X-Forwarded-For with addresses alone, as the framework reads it. The proxy nearest to us wrote the last entry: what is to
 * the left of one that is no address is nobody's word.
 */
export function forwardedAddresses(header: string): string {
  const addresses = header.split(',').map(addressIn)
  return addresses.slice(addresses.lastIndexOf(undefined) + 1).join(', ')
}
