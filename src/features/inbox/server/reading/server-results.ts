// What the server that received a mail found out about its sender. Only headers that the server itself wrote are believed.
import { type MethodResult, readAuthenticationResults } from './authentication-results.ts'
import type { Header } from './mail.ts'
import { areAligned, domainOf } from './sender-domain.ts'

/** What is known of the server that received the mail. */
export type Receiver = { isMicrosoft: boolean; authservId: string | null }

/** `refusals` may be more than what is believed: a server that refuses is never overruled. */
export type ServerResults = { believed: MethodResult[]; refusals: MethodResult[] }

const NOTHING: ServerResults = { believed: [], refusals: [] }

export function serverResults(fields: Header[], { isMicrosoft, authservId }: Receiver): ServerResults {
  const microsoft = isMicrosoft ? microsoftResults(fields) : undefined
  if (microsoft) return { believed: microsoft, refusals: microsoft }
  return authservId ? ownResults(fields, authservId.trim().toLowerCase()) : NOTHING
}

const isResults = ({ key }: Header) => key === 'authentication-results'
const isReceived = ({ key }: Header) => key === 'received'
const read = ({ value }: Header) => readAuthenticationResults(Buffer.from(value, 'latin1').toString('utf8'))

/**
 * The topmost header of the server's id is its own, since it removes those that a sender made up. OpenDKIM, OpenDMARC and
 * an SPF filter write one each: those that follow are its own too when the server's Received stands below them all, for
 * it writes that above everything a sender wrote. A filter of the same machine, as amavis, hands the mail on: its Received
 * may stand between them. Of the shape of one that is unknown, none is believed.
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
    believed: own.every((results) => results !== null) ? own.flat() : [],
    refusals: all.flatMap((results) => results ?? []),
  }
}

/** What filters write beside their results. */
const filters = new Set(['dkim-filter', 'dmarc-filter', 'received-spf', 'x-virus-scanned'])
const isFilter = ({ key }: Header) => filters.has(key)

const noHopAbove = (fields: Header[], at: number, authservId: string) =>
  fields
    .slice(0, at)
    .filter(isReceived)
    .every((field) => isLocalDelivery(field) || isLocal(field, authservId))

const fromItself = /^from [\w.-]+ \((?:[\w.-]+ )?\[(?:127\.0\.0\.1|::1|IPv6:::1)\]\) by ([\w.-]+) \(/i

/**
 * A Received of the server by which one of its programs hands the mail to another: Postfix and amavis write the address
 * that really connected behind the name that the other side gives, which has no parenthesis here.
 */
function isLocal(field: Header, authservId: string): boolean {
  if (!isReceived(field)) return false
  const [whole = '', host = ''] = fromItself.exec(field.value.slice(0, 2_000)) ?? []
  const name = host.toLowerCase()
  if (name === 'localhost') return /^[\w.-]+ \[(?:127\.0\.0\.1|::1)\]\) \(amavis/i.test(field.value.slice(whole.length))
  return name === authservId
}

/** Dovecot's Received of a mail that the same machine hands over by LMTP. The words of a sender would repeat 'by'. */
const isLocalDelivery = ({ value }: Header) =>
  value.length < 2_000 && / with LMTPS?A?\b/i.test(value) && value.match(/\b(?:by|with)\b/gi)?.length === 2

function wasReceivedBy({ value }: Header, authservId: string): boolean {
  const [, host = ''] = /^from\s[\s\S]*?\bby\s+(\S+)/i.exec(value.slice(0, 2_000)) ?? []
  const name = host.toLowerCase()
  return name === authservId || areAligned(domainOf(name), authservId)
}

/** Microsoft's own has no id; only Microsoft's servers may stand above it, or the sender wrote it. */
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
