import { isIP, isIPv6 } from 'node:net'

/** The network to rate-limit: an IPv4 address, or the /64 of an IPv6 address, which is what one subscriber has. */
export function networkOf(ip: string): string {
  const withoutZone = ip.replace(/%.*$/, '')
  if (!isIPv6(withoutZone)) return ip
  // Normalizes the address: '0:0:0:0:0:ffff:198.51.100.7' is '::ffff:c633:6407'.
  const address = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(address) ?? []
  if (high && low) return [high, low].flatMap(bytesOf).join('.')
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = !tail ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return `${groups.slice(0, 4).join(':')}::/64`
}

const bytesOf = (group: string) => {
  const bits = Number.parseInt(group, 16)
  return [bits >> 8, bits & 255]
}

/** The address in an entry of X-Forwarded-For, which some proxies write with a port, in brackets or in quotes. */
function addressIn(entry: string): string | undefined {
  const text = entry.trim().replace(/^"(.*)"$/, '$1')
  const address =
    /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(text)?.[1] ?? text
  return isIP(address) === 0 ? undefined : address
}

/**
 * X-Forwarded-For with addresses only, as the framework expects. The nearest proxy wrote the last entry: entries to the left of
 * an invalid one cannot be trusted.
 */
export function forwardedAddresses(header: string): string {
  const addresses = header.split(',').map(addressIn)
  return addresses.slice(addresses.lastIndexOf(undefined) + 1).join(', ')
}
