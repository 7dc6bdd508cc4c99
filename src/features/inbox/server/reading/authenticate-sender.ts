// Authenticates the sender in From: by the results of the mailbox's own server or Microsoft's, else by a DKIM signature that we
// verify. SPF is never computed from Received headers, and the header Sender is never trusted.
import { Resolver } from 'node:dns/promises'
import type { SenderAuthentication } from '#features/tickets/sender-authentication.contract.ts'
import type { MethodResult } from './authentication-results.ts'
import { type DnsLookup, isSignedBy, type Signature, signaturesIn } from './dkim-signature.ts'
import { isAmbiguous, readHeaderSection } from './header-section.ts'
import type { Header, IncomingMail } from './incoming-mail.ts'
import { areAligned, domainOf, isSameOrBelow } from './sender-domain.ts'
import { type Receiver, type ServerResults, serverResults } from './server-results.ts'

/** Fields that may be unsigned in an authenticated mail, so that anybody who relays it can add them. */
const addable = ['reply-to', 'to', 'cc'] as const
export type AddableField = (typeof addable)[number]

/**
 * `unsigned`: fields of the mail that the authentication does not cover, so that the sender may not have written them.
 * In-Reply-To and References may be unsigned too: they need an id that only readers of our mail know, and give no rights.
 */
export type AuthenticatedSender = { authentication: SenderAuthentication; unsigned: AddableField[] }

const UNAUTHENTICATED: AuthenticatedSender = { authentication: 'none', unsigned: [] }

export async function authenticateSender(
  { headers, from }: Pick<IncomingMail, 'headers' | 'from'>,
  raw: Uint8Array,
  receiver: Receiver,
  lookup: DnsLookup = lookupInDns(),
): Promise<AuthenticatedSender> {
  const domain = domainOf(from?.address ?? '')
  if (!domain) return UNAUTHENTICATED
  const section = readHeaderSection(raw)
  if (isAmbiguous(section, headers)) return UNAUTHENTICATED
  const signatures = signaturesIn(section, raw)
  const results = serverResults(section.fields, receiver)
  const verdict = verdictOf(results, domain, signatures)
  if (verdict === 'fail') return UNAUTHENTICATED
  const isByServer = verdict === 'pass'
  if (!isByServer && !(await isSignedBy(domain, signatures, raw, lookup))) return UNAUTHENTICATED
  const authentication = !isByServer ? 'dkim' : receiver.isMicrosoft ? 'microsoft' : 'server'
  // SPF shows that the mail came directly from the sender's own server, so that nobody has added fields.
  const unsigned = passesSpf(results.trusted, domain) ? [] : unsignedIn(section.fields, domain, signatures)
  return { authentication, unsigned }
}

/** Fields that any aligned signature leaves out, since DMARC does not tell which signature it passed by. */
function unsignedIn(fields: Header[], domain: string, signatures: Signature[]): AddableField[] {
  const own = signatures.filter((one) => one.domain === undefined || areAligned(one.domain, domain))
  return addable.filter(
    (name) => fields.some(({ key }) => key === name) && own.some(({ signed }) => !signed.includes(name)),
  )
}

/** Aligned DMARC and SPF authenticate the sender; DKIM only with a signature in the mail that covers what is shown. */
function verdictOf({ trusted, refusals }: ServerResults, domain: string, signatures: Signature[]) {
  const methods = (name: string) => trusted.filter(({ method }) => method === name)
  const passes = (name: string) => methods(name).filter(({ result }) => result === 'pass')
  if (refusals.some(({ method, result }) => method === 'dmarc' && result === 'fail')) return 'fail'
  const isAuthenticated =
    passesDmarc(methods('dmarc'), domain) ||
    passesSpf(trusted, domain) ||
    passes('dkim').some((dkim) => isCovering(dkim, domain, signatures))
  return isAuthenticated ? 'pass' : 'unknown'
}

const passesSpf = (trusted: MethodResult[], domain: string) =>
  trusted.some(
    ({ method, result, properties }) =>
      method === 'spf' && result === 'pass' && areAligned(domainOf(properties.get('smtp.mailfrom') ?? ''), domain),
  )

/**
 * 'bestguesspass' is Microsoft's result for alignment without a DMARC record. All results must pass: a server writes one DMARC
 * result, so a different second one is forged.
 */
const passesDmarc = (dmarc: MethodResult[], domain: string) =>
  dmarc.length > 0 &&
  dmarc.every((one) => ['pass', 'bestguesspass'].includes(one.result) && propertyDomain(one, 'header.from') === domain)

/** Whether all signatures that the server's result may refer to cover the mail. */
function isCovering(dkim: MethodResult, domain: string, signatures: Signature[]): boolean {
  const signer = propertyDomain(dkim, 'header.d')
  const identity = propertyDomain(dkim, 'header.i')
  if (!areAligned(signer ?? identity, domain)) return false
  const selector = dkim.properties.get('header.s')?.toLowerCase()
  const beginning = dkim.properties.get('header.b') ?? ''
  const meant = signatures.filter(
    (one) =>
      one.domain === undefined ||
      ((signer === undefined ? isSameOrBelow(identity ?? '', one.domain) : one.domain === signer) &&
        (selector === undefined || one.selector === selector) &&
        one.signature.startsWith(beginning)),
  )
  return meant.length > 0 && meant.every(({ coversMail }) => coversMail)
}

const propertyDomain = ({ properties }: MethodResult, name: string) => domainOf(properties.get(name) ?? '')

/** Resolves with the DNS servers of this machine, with a timeout. */
function lookupInDns(): DnsLookup {
  const resolver = new Resolver({ timeout: 5_000, tries: 2 })
  return (name, type) => resolver.resolve(name, type) as Promise<string[][] | string[]>
}
