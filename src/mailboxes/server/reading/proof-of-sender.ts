// Whether the sender in From is who sent the mail. In order: what the mailbox's own server found, what Microsoft's found,
// and a DKIM signature that we verify. SPF is never computed from Received headers, and Sender is never believed.
import { Resolver } from 'node:dns/promises'
import type { SenderProof } from '#mailboxes/mailboxes.contract.ts'
import type { MethodResult } from './authentication-results.ts'
import { type DnsLookup, isSignedBy, type Signature, signaturesIn } from './dkim-signature.ts'
import { isAmbiguous, readHeaderSection } from './header-section.ts'
import type { IncomingMail } from './mail.ts'
import { areAligned, domainOf, isSameOrBelow } from './sender-domain.ts'
import { type Receiver, type ServerResults, serverResults } from './server-results.ts'

export async function proofOfSender(
  { headers, from }: Pick<IncomingMail, 'headers' | 'from'>,
  raw: Uint8Array,
  receiver: Receiver,
  lookup: DnsLookup = lookupInDns(),
): Promise<SenderProof> {
  const domain = domainOf(from?.address ?? '')
  if (!domain) return 'none'
  const section = readHeaderSection(raw)
  if (isAmbiguous(section, headers)) return 'none'
  const signatures = signaturesIn(section, raw)
  const verdict = verdictOf(serverResults(section.fields, receiver), domain, signatures)
  if (verdict === 'fail') return 'none'
  if (verdict === 'pass') return receiver.isMicrosoft ? 'microsoft' : 'server'
  return (await isSignedBy(domain, signatures, raw, lookup)) ? 'dkim' : 'none'
}

/** DMARC and SPF in line with From prove the sender; DKIM does by a signature in the mail that covers what is read. */
function verdictOf({ believed, refusals }: ServerResults, domain: string, signatures: Signature[]) {
  const methods = (name: string) => believed.filter(({ method }) => method === name)
  const passes = (name: string) => methods(name).filter(({ result }) => result === 'pass')
  if (refusals.some(({ method, result }) => method === 'dmarc' && result === 'fail')) return 'fail'
  const isProven =
    passesDmarc(methods('dmarc'), domain) ||
    passes('spf').some((spf) => areAligned(propertyDomain(spf, 'smtp.mailfrom'), domain)) ||
    passes('dkim').some((dkim) => isCovering(dkim, domain, signatures))
  return isProven ? 'pass' : 'unknown'
}

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
