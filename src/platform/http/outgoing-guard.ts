// Checks every outgoing address that a user can enter, before a connection is made (decision 085). Addresses from environment
// variables are not checked.
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'
import type { AllowedHosts } from './allowed-hosts.ts'

/** The ports of public servers, by protocol. */
const publicPorts = { imap: [143, 993], smtp: [25, 465, 587, 2525] } as const satisfies Record<string, number[]>
export type GuardedProtocol = keyof typeof publicPorts

/** How long a server may take from the request for its address to its greeting. */
const GREETING_MS = 10_000
const ADDRESSES_TRIED_MAX = 4

/** The host was not reached. The reason is withheld, so that users cannot probe the operator's network. */
export class HostUnreachable extends Error {
  override name = 'HostUnreachable'
}

type Target = {
  protocol: GuardedProtocol
  host: string
  port: number
  withinMs?: number
  /** Ends the wait early. */
  signal?: AbortSignal | undefined
}

/** Where to connect to. */
export type JudgedAddress = {
  address: string
  /** For SNI and the certificate; none for a host that is an address. */
  servername: string | undefined
  connectMs: number
  greetingMs: number
}

type Settings = {
  allowed: AllowedHosts
  /** All addresses of a name. */
  resolve?: (host: string) => Promise<string[]>
  greetingMs?: number
}
export type OutgoingGuard = ReturnType<typeof openOutgoingGuard>

const resolveName = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address)

export function openOutgoingGuard({ allowed, resolve = resolveName, greetingMs = GREETING_MS }: Settings) {
  async function judge({ protocol, host, port }: Target) {
    const found = isIP(host) ? [host] : await resolve(host)
    const isNamed = allowed.hasName(host)
    const isPublicPort = (publicPorts[protocol] as readonly number[]).includes(port)
    return found.filter((address) => isNamed || allowed.hasAddress(address) || (isPublicPort && isPublic(address)))
  }
  return {
    /** Whether a user may enter this port for the host. A name that is allowed only by its address is checked on connecting. */
    mayHavePort(protocol: GuardedProtocol, host: string, port: number): boolean {
      return (publicPorts[protocol] as readonly number[]).includes(port) || allowed.hasName(host)
    },
    /**
     * Resolves the host once and calls `connect` with its permitted addresses until one answers. Errors for which `isReported`
     * returns true are thrown at once. All others become the same HostUnreachable, thrown `withinMs` after the call: neither error
     * nor time reveals whether a port is open, or whether a name has a private address or does not exist.
     */
    async reach<Connection>(
      target: Target,
      connect: (to: JudgedAddress) => Promise<Connection>,
      isReported: (error: unknown) => boolean,
    ): Promise<Connection> {
      const { host, withinMs = greetingMs, signal } = target
      const until = performance.now() + withinMs
      const reached = new AbortController()
      const moment = wait(withinMs, undefined, {
        signal: AbortSignal.any([reached.signal, ...(signal ? [signal] : [])]),
      })
        .then(() => undefined)
        .catch(() => undefined)
      try {
        const addresses = await Promise.race([judge(target), moment])
        return await connectToOne({ host, until, addresses: addresses ?? [] }, connect, isReported)
      } catch (error) {
        if (isReported(error)) throw error
        await moment
        throw new HostUnreachable(`${host} was not reached`)
      } finally {
        reached.abort()
      }
    },
  }
}

type Candidates = { host: string; until: number; addresses: string[] }

/** Tries the addresses one after the other, each with its share of the time. */
async function connectToOne<Connection>(
  { host, until, addresses }: Candidates,
  connect: (to: JudgedAddress) => Promise<Connection>,
  isReported: (error: unknown) => boolean,
): Promise<Connection> {
  const tried = addresses.slice(0, ADDRESSES_TRIED_MAX)
  for (const [index, address] of tried.entries()) {
    const share = Math.max(2, (until - performance.now()) / (tried.length - index))
    const half = Math.floor(share / 2)
    const servername = isIP(host) ? undefined : host
    try {
      return await connect({ address, servername, connectMs: half, greetingMs: half })
    } catch (error) {
      if (isReported(error)) throw error
    }
  }
  throw new HostUnreachable(`${host} has no address that answers`)
}

/**
 * Whether an address is unicast on the public internet: of IPv6 only 2000::/3, without transition mechanisms (6to4, Teredo,
 * NAT64) and IPv4 addresses in IPv6, which may hide a private address.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST)
}

const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')
