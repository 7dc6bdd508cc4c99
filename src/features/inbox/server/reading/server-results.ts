// Results of sender authentication by the server that received a mail. Only headers written by that server are trusted.
import { type MethodResult, readAuthenticationResults } from './authentication-results.ts'
import type { Header } from './incoming-mail.ts'
import { areAligned, domainOf } from './sender-domain.ts'

/** The server that received the mail. */
export type Receiver = { isMicrosoft: boolean; authservId: string | null }

/** `refusals` may include untrusted results: a failure is respected whoever wrote it. */
export type ServerResults = { trusted: MethodResult[]; refusals: MethodResult[] }

const NOTHING: ServerResults = { trusted: [], refusals: [] }

export function serverResults(fields: Header[], { isMicrosoft, authservId }: Receiver): ServerResults {
  const microsoft = isMicrosoft ? microsoftResults(fields) : undefined
  if (microsoft) return { trusted: microsoft, refusals: microsoft }
  return authservId ? ownResults(fields, authservId.trim().toLowerCase()) : NOTHING
}

const isResults = ({ key }: Header) => key === 'authentication-results'
const isReceived = ({ key }: Header) => key === 'received'
const read = ({ value }: Header) => readAuthenticationResults(Buffer.from(value, 'latin1').toString('utf8'))

/**
 * The topmost header with the server's id is its own, since a server removes forged ones. OpenDKIM, OpenDMARC and an SPF filter
 * write one each: the ones below it are trusted too if the server's Received is below them all, since it is above everything
 * that the sender wrote. Received headers of a filter on the same machine, such as amavis, may be between them. If one of the
 * headers is outside the grammar, none is trusted.
 */
function ownResults(fields: Header[], authservId: string): ServerResults {
  const isOwn = (field: Header) => isResults(field) && read(field).authservId === authservId
  const first = fields.findIndex(isOwn)
  if (first < 0) return NOTHING
  let end = first
  const isOfServer = (field: Header) => isFilter(field) || isOwn(field) || isLocal(field, authservId)
  while (fields.slice(end, end + 1).some(isOfServer)) end += 1
  const block = fields.slice(first, end).filter(isResults)
  const received = fields[end]
  const isAboveReceived =
    received !== undefined &&
    isReceived(received) &&
    wasReceivedBy(received, authservId) &&
    noHopAbove(fields, first, authservId)
  const all = block.map((field) => read(field).results)
  const own = isAboveReceived ? all : all.slice(0, 1)
  return {
    trusted: own.every((results) => results !== null) ? own.flat() : [],
    refusals: all.flatMap((results) => results ?? []),
  }
}

/** Headers that filters write beside their results. */
const filters = new Set(['dkim-filter', 'dmarc-filter', 'received-spf', 'x-virus-scanned'])
const isFilter = ({ key }: Header) => filters.has(key)

const noHopAbove = (fields: Header[], at: number, authservId: string) =>
  fields
    .slice(0, at)
    .filter(isReceived)
    .every((field) => isLocalDelivery(field) || isLocal(field, authservId))

const fromItself = /^from [\w.-]+ \((?:[\w.-]+ )?\[(?:127\.0\.0\.1|::1|IPv6:::1)\]\) by ([\w.-]+) \(/i

/**
 * A Received of a transfer between programs of the server's machine. Postfix and amavis write the connecting address in
 * parentheses after the name given in HELO; a name with a parenthesis could forge that and does not match.
 */
function isLocal(field: Header, authservId: string): boolean {
  if (!isReceived(field)) return false
  const [whole = '', host = ''] = fromItself.exec(field.value.slice(0, 2_000)) ?? []
  const name = host.toLowerCase()
  if (name === 'localhost') return /^[\w.-]+ \[(?:127\.0\.0\.1|::1)\]\) \(amavis/i.test(field.value.slice(whole.length))
  return name === authservId
}

/** Dovecot's Received of a local delivery by LMTP. Text forged by a sender would contain 'by' once more. */
const isLocalDelivery = ({ value }: Header) =>
  value.length < 2_000 && / with LMTPS?A?\b/i.test(value) && value.match(/\b(?:by|with)\b/gi)?.length === 2

function wasReceivedBy({ value }: Header, authservId: string): boolean {
  const [, host = ''] = /^from\s[\s\S]*?\bby\s+(\S+)/i.exec(value.slice(0, 2_000)) ?? []
  const name = host.toLowerCase()
  return name === authservId || areAligned(domainOf(name), authservId)
}

/** Microsoft's header has no id; it is trusted only if all Received headers above it are of Microsoft's servers. */
function microsoftResults(fields: Header[]): MethodResult[] | undefined {
  const at = fields.findIndex((field) => isResults(field) && read(field).authservId === null)
  const own = fields[at]
  if (!own) return undefined
  const above = fields.slice(0, at).filter(isReceived)
  const isMicrosofts = above.length > 0 && above.every(({ value }) => isBetweenMicrosoftServers(value))
  return isMicrosofts ? (read(own).results ?? []) : undefined
}

const microsoftHost = /\.(?:(?:prod|protection)\.outlook\.com|outlook\.office365\.com|prod\.exchangelabs\.com)$/i

function isBetweenMicrosoftServers(received: string) {
  const [, ...hosts] = /^from\s+(\S+)\s[\s\S]*?\bby\s+(\S+)/i.exec(received.slice(0, 2_000)) ?? []
  return hosts.length === 2 && hosts.every((host) => microsoftHost.test(host))
}
