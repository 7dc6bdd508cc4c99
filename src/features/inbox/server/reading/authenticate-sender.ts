// Whether the sender in From is who sent the mail. In order: what the mailbox's own server found, what Microsoft's found,
// and a DKIM signature that we verify. SPF is never computed from Received headers, and Sender is never believed.
import { Resolver } from 'node:dns/promises'
import type { SenderAuthentication } from '#features/tickets/sender-authentication.contract.ts'
import type { MethodResult } from './authentication-results.ts'
import { type DnsLookup, isSignedBy, type Signature, signaturesIn } from './dkim-signature.ts'
import { isAmbiguous, readHeaderSection } from './header-section.ts'
import type { Header, IncomingMail } from './mail.ts'
import { areAligned, domainOf, isSameOrBelow } from './sender-domain.ts'
import { type Receiver, type ServerResults, serverResults } from './server-results.ts'

/** Fields that may be unsigned in a mail that a signature proves: whoever passes it on can add them. */
const addable = ['reply-to', 'to', 'cc'] as const
export type AddableField = (typeof addable)[number]

/**
 * `unsigned`: fields of the mail that its proof does not cover, so that they are not the sender's word. In-Reply-To and
 * References may be unsigned too: they name a letter of ours by an id that only its reader knows, and give no right.
 */
export type AuthenticatedSender = { authentication: SenderAuthentication; unsigned: AddableField[] }

const UNPROVEN: AuthenticatedSender = { authentication: 'none', unsigned: [] }

export async function authenticateSender(
  { headers, from }: Pick<IncomingMail, 'headers' | 'from'>,
  raw: Uint8Array,
  receiver: Receiver,
  lookup: DnsLookup = lookupInDns(),
): Promise<AuthenticatedSender> {
  const domain = domainOf(from?.address ?? '')
  if (!domain) return UNPROVEN
  const section = readHeaderSection(raw)
  if (isAmbiguous(section, headers)) return UNPROVEN
  const signatures = signaturesIn(section, raw)
  const results = serverResults(section.fields, receiver)
  const verdict = verdictOf(results, domain, signatures)
  if (verdict === 'fail') return UNPROVEN
  const isByServer = verdict === 'pass'
  if (!isByServer && !(await isSignedBy(domain, signatures, raw, lookup))) return UNPROVEN
  const authentication = !isByServer ? 'dkim' : receiver.isMicrosoft ? 'microsoft' : 'server'
  // SPF says that the mail came from the sender's own server as it is.
  const unsigned = passesSpf(results.believed, domain) ? [] : unsignedIn(section.fields, domain, signatures)
  return { authentication, unsigned }
}

/** Fields of the mail that one of the signatures that can have proven it leaves out; DMARC does not say by which it passed. */
function unsignedIn(fields: Header[], domain: string, signatures: Signature[]): AddableField[] {
  const own = signatures.filter((one) => one.domain === undefined || areAligned(one.domain, domain))
  return addable.filter(
    (name) => fields.some(({ key }) => key === name) && own.some(({ signed }) => !signed.includes(name)),
  )
}

/** DMARC and SPF in line with From prove the sender; DKIM does by a signature in the mail that covers what is read. */
function verdictOf({ believed, refusals }: ServerResults, domain: string, signatures: Signature[]) {
  const methods = (name: string) => believed.filter(({ method }) => method === name)
  const passes = (name: string) => methods(name).filter(({ result }) => result === 'pass')
  if (refusals.some(({ method, result }) => method === 'dmarc' && result === 'fail')) return 'fail'
  const isAuthenticated =
    passesDmarc(methods('dmarc'), domain) ||
    passesSpf(believed, domain) ||
    passes('dkim').some((dkim) => isCovering(dkim, domain, signatures))
  return isAuthenticated ? 'pass' : 'unknown'
}

const passesSpf = (believed: MethodResult[], domain: string) =>
  believed.some(
    ({ method, result, properties }) =>
      method === 'spf' && result === 'pass' && areAligned(domainOf(properties.get('smtp.mailfrom') ?? ''), domain),
  )

/**
 * Alignment counts without a DMARC record of the sender's domain, which Microsoft calls bestguesspass. A server judges
 * DMARC once, so a second and different result is not its own.
 */
const passesDmarc = (dmarc: MethodResult[], domain: string) =>
  dmarc.length > 0 &&
  dmarc.every((one) => ['pass', 'bestguesspass'].includes(one.result) && propertyDomain(one, 'header.from') === domain)

/** Every signature that the server can have meant covers the mail. */
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

/** The DNS of this machine, with a limit in time. */
function lookupInDns(): DnsLookup {
  const resolver = new Resolver({ timeout: 5_000, tries: 2 })
  return (name, type) => resolver.resolve(name, type) as Promise<string[][] | string[]>
}
