// ALLOW_PRIVATE_HOSTS: the hosts that mailboxes may connect to besides public mail servers.
import { BlockList, isIP } from 'node:net'

export type AllowedHosts = {
  /** Whether the setting lists the host by this name. */
  hasName(host: string): boolean
  hasAddress(address: string): boolean
}

/** Comma-separated names, addresses and networks (`10.1.0.0/16`), or `true` for every one. Undefined when it is none of these. */
export function readAllowedHosts(setting: string): AllowedHosts | undefined {
  if (setting.trim() === 'true') return { hasName: () => true, hasAddress: () => true }
  const names = new Set<string>()
  const addresses = new BlockList()
  for (const entry of setting.split(',').map((one) => one.trim().toLowerCase())) {
    if (entry === '') continue
    if (!addEntry(entry, names, addresses)) return undefined
  }
  return {
    hasName: (host) => names.has(host.toLowerCase()) || hasAddress(addresses, host),
    hasAddress: (address) => hasAddress(addresses, address),
  }
}

/** Meant as on or off, not as the name of a host. */
const switches = new Set(['true', 'false', 'yes', 'no', 'on', 'off', 'ja', 'nej', 'none'])

function addEntry(entry: string, names: Set<string>, addresses: BlockList): boolean {
  const [address = '', bits, ...rest] = entry.split('/')
  const version = isIP(address)
  if (version === 0) {
    if (switches.has(entry)) return false
    names.add(entry)
    return bits === undefined && /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(entry) && !/^[\d.]+$/.test(entry)
  }
  const prefix = bits === undefined ? lengths[version as 4 | 6] : Number(bits)
  if (rest.length > 0 || bits === '' || !Number.isInteger(prefix) || prefix < 0) return false
  if (prefix > lengths[version as 4 | 6]) return false
  addresses.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6')
  return true
}

const lengths = { 4: 32, 6: 128 } as const

function hasAddress(addresses: BlockList, address: string): boolean {
  const version = isIP(address)
  return version !== 0 && addresses.check(address, version === 4 ? 'ipv4' : 'ipv6')
}
