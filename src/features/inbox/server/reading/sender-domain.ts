import { domainToASCII } from 'node:url'
import { getDomain } from 'tldts'

const HOST = /^[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*$/u
/** An unquoted local part without '@' and quotes, or a quoted one. */
const LOCAL_PART = /^(?:[^@"\s]*|"(?:[^"\\]|\\.)*")$/

/** The domain of an address, or a plain domain, in ASCII and lower case; undefined for anything else. */
export function domainOf(addressOrDomain: string): string | undefined {
  const text = addressOrDomain.slice(0, 1_000).replace(/^<([^<>]*)>$/, '$1')
  const at = text.lastIndexOf('@')
  const domain = text
    .slice(at + 1)
    .replace(/\.$/, '')
    .toLowerCase()
  if (!HOST.test(domain) || !LOCAL_PART.test(text.slice(0, Math.max(at, 0)))) return undefined
  return domainToASCII(domain) || undefined
}

/** Domains below which unrelated organizations have theirs, missing in the public suffix list; the longest first. */
const sharedDomains = [
  ...['mail.onmicrosoft.com', 'onmicrosoft.com', 'onmicrosoft.us', 'onmicrosoft.de', 'partner.onmschina.cn'],
  ...['test-google-a.com', 'zendesk.com', 'freshdesk.com', 'atlassian.net', 'wordpress.com'],
]

/** Relaxed alignment (RFC 7489, 3.1): the same organizational domain, by the public suffix list. */
export function areAligned(one: string | undefined, other: string): boolean {
  if (one === undefined) return false
  const organization = organizationOf(one)
  return organization !== null && organization === organizationOf(other)
}

function organizationOf(domain: string): string | null {
  const shared = sharedDomains.find((suffix) => isSameOrBelow(domain, suffix))
  if (shared === undefined) return getDomain(domain, { allowPrivateDomains: true })
  const [name] = domain
    .slice(0, -shared.length - 1)
    .split('.')
    .slice(-1)
  return name ? `${name}.${shared}` : shared
}

export const isSameOrBelow = (domain: string, parent: string) => domain === parent || domain.endsWith(`.${parent}`)
