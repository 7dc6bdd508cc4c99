// Whether the sender in From is who sent the mail. In order: what the mailbox's own server found, what Microsoft's found,
// and a DKIM signature that we verify. SPF is never computed from Received headers, and Sender is never believed.
import { Resolver } from 'node:dns/promises'
import { getDomain } from 'tldts'
import type { SenderProof } from '#mailboxes/mailboxes.contract.ts'
import type { Header, IncomingMail } from './mail.ts'

export type DnsLookup = (name: string, type: string) => Promise<string[][] | string[]>

/** What is known of the server that received the mail. */
export type Receiver = { isMicrosoft: boolean; authservId: string | null }

export async function proofOfSender(
  { headers, from }: Pick<IncomingMail, 'headers' | 'from'>,
  raw: Uint8Array,
  { isMicrosoft, authservId }: Receiver,
  lookup: DnsLookup = lookupInDns(),
): Promise<SenderProof> {
  if (!from) return 'none'
  const domain = domainOf(from.address)
  if (!domain) return 'none'
  const found = (isMicrosoft ? microsoftResult(headers) : undefined) ?? (authservId && ownResult(headers, authservId))
  const verdict = found ? verdictOf(found, domain) : 'unknown'
  if (verdict === 'fail') return 'none'
  if (verdict === 'pass') return isMicrosoft ? 'microsoft' : 'server'
  return (await hasAlignedSignature(raw, domain, lookup)) ? 'dkim' : 'none'
}

type Method = { method: string; result: string; properties: Record<string, string> }

/** The topmost Authentication-Results of the configured authserv-id; the server removes those that a sender made up. */
function ownResult(headers: Header[], authservId: string): Method[] | undefined {
  const own = headers.find(
    ({ key, value }) => key === 'authentication-results' && identityOf(value) === authservId.trim().toLowerCase(),
  )
  return own && methodsIn(own.value)
}

/** Microsoft's own has no id; only Microsoft's servers may stand above it, or the sender wrote it. */
function microsoftResult(headers: Header[]): Method[] | undefined {
  const at = headers.findIndex(({ key, value }) => key === 'authentication-results' && identityOf(value) === undefined)
  const own = headers[at]
  if (!own) return undefined
  const above = headers.slice(0, at).filter(({ key }) => key === 'received')
  return above.length > 0 && above.every(({ value }) => isBetweenMicrosoftServers(value))
    ? methodsIn(own.value)
    : undefined
}

function isBetweenMicrosoftServers(received: string) {
  const [, ...hosts] = /^from\s+(\S+)\s[\s\S]*?\bby\s+(\S+)/i.exec(received.slice(0, 2_000)) ?? []
  return hosts.length === 2 && hosts.every((host) => /\.(?:prod|protection)\.outlook\.com$/i.test(host))
}

/** The authserv-id in front of the first semicolon; undefined when a method stands there. */
function identityOf(value: string): string | undefined {
  const first = value.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return first === '' || first.includes('=') ? undefined : first.split(/\s/, 1)[0]
}

const MAX_METHODS = 50

function methodsIn(value: string): Method[] {
  const plain = value.slice(0, 20_000).replace(/\([^()]*\)/g, ' ')
  return plain
    .split(';')
    .slice(0, MAX_METHODS)
    .flatMap((part) => {
      const [first = '', ...rest] = part.trim().split(/\s+/)
      const [method = '', result = ''] = first.toLowerCase().split('=')
      if (result === '') return []
      const pairs = rest.map((pair) => [pair.split('=', 1)[0]?.toLowerCase() ?? '', pair.slice(pair.indexOf('=') + 1)])
      return [{ method, result, properties: Object.fromEntries(pairs) }]
    })
}

/** Alignment counts without a DMARC record of the sender's domain, which Microsoft calls bestguesspass. */
function verdictOf(methods: Method[], domain: string): 'pass' | 'fail' | 'unknown' {
  const dmarc = methods.filter(({ method }) => method === 'dmarc')
  if (dmarc.some(({ result }) => result === 'fail')) return 'fail'
  const isAligned = (name: string | undefined) => name !== undefined && areAligned(domainOf(name) ?? name, domain)
  const passes = (name: string, property: string) =>
    methods.some((one) => one.method === name && one.result === 'pass' && isAligned(one.properties[property]))
  const passesDmarc = dmarc.some(
    ({ result, properties }) =>
      ['pass', 'bestguesspass'].includes(result) && properties['header.from']?.toLowerCase() === domain,
  )
  const isProven =
    passesDmarc || passes('dkim', 'header.d') || passes('dkim', 'header.i') || passes('spf', 'smtp.mailfrom')
  return isProven ? 'pass' : 'unknown'
}

/** Relaxed alignment (RFC 7489, 3.1): the same organizational domain by the public suffix list. */
function areAligned(one: string, other: string) {
  const organization = getDomain(one, { allowPrivateDomains: true })
  return organization !== null && organization === getDomain(other, { allowPrivateDomains: true })
}

const domainOf = (address: string) => {
  const at = address.lastIndexOf('@')
  return at < 0
    ? undefined
    : address
        .slice(at + 1)
        .toLowerCase()
        .replace(/[>.]+$/, '') || undefined
}

/** A signature that covers only the beginning of the body proves nothing of the rest. */
async function hasAlignedSignature(raw: Uint8Array, domain: string, lookup: DnsLookup): Promise<boolean> {
  // Loaded with the first mail: it takes as long as a good part of the start.
  const { dkimVerify } = await import('mailauth/lib/dkim/verify.js')
  try {
    const { results } = await dkimVerify(Buffer.from(raw), { resolver: lookup })
    return results.some(
      ({ status, signingDomain, ...result }) =>
        status.result === 'pass' &&
        areAligned(signingDomain, domain) &&
        !('canonBodyLengthLimited' in result && result.canonBodyLengthLimited === true),
    )
  } catch {
    return false
  }
}

/** The DNS of this machine, with a limit in time. */
function lookupInDns(): DnsLookup {
  const resolver = new Resolver({ timeout: 5_000, tries: 2 })
  return (name, type) => resolver.resolve(name, type) as Promise<string[][] | string[]>
}
