// Message-IDs of the mail about one ticket or enquiry. A keyed hash in the local part proves later, when a reply or a
// delivery report names such an id, that this installation sent the mail, what it was about, and to which address.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

const threadSubjects = ['ticket', 'enquiry'] as const
export type MailThread = { about: (typeof threadSubjects)[number]; id: string }
/** Mail about an invoice basis is no conversation: its id proves only what was sent to whom. */
type MailSubject = MailThread | { about: 'basis'; id: string }
const mailSubjects = [...threadSubjects, 'basis'] as const

/** What a Message-ID of ours refers to. The root of a thread was sent to nobody. */
type FoundThread = MailThread & { wasSentTo: (address: string) => boolean }

export type MailThreads = {
  /** The id that every mail of a thread refers to. */
  rootOf(thread: MailThread): string
  /** The id of one mail, the same at every attempt. */
  messageIdOf(subject: MailSubject, mail: { event: string; to: string }): string
  /** A keyed hash of an address, for tables that only compare: without the key nobody can find it by trying addresses. */
  keyOf(address: string): string
  /** Undefined for an id that this installation did not make. */
  find(messageId: string): FoundThread | undefined
  /** The same for a mail about an invoice basis. */
  findOfBasis(messageId: string): { id: string; wasSentTo: (address: string) => boolean } | undefined
  /** The mailbox's address with a tag and its keyed hash: `support+1234.0a1b2c3d4e5f@…`; undefined when it would be too long. */
  taggedAddress(mailbox: string, given: Tag): string | undefined
  /** The tag in an address that this installation made for `of`; else undefined. */
  tagIn(address: string, of: string): string | undefined
}

/** `tag` is the number of a ticket, `of` its organization. */
type Tag = { tag: string; of: string }

const PART_LENGTH = 12
const PROOF_LENGTH = 32
/** RFC 5321: the part of an address in front of the @. */
const LOCAL_MAX = 64
const ROOT = '0'.repeat(PART_LENGTH)
const pattern = new RegExp(
  `^<?(${mailSubjects.join('|')})\\.([0-9a-f]{32})\\.([0-9a-f]{${PART_LENGTH}})\\.([0-9a-f]{${PART_LENGTH}})\\.([0-9a-f]{${PROOF_LENGTH}})@[^@\\s]{1,255}$`,
)

const tagged = new RegExp(`^([^@\\s]{1,64})\\+([a-z0-9]{1,20})\\.([0-9a-f]{${PART_LENGTH}})(@[^@\\s]{1,255})$`)

/** `key` is a secret of the installation; the host is that of APP_URL. */
export function openMailThreads(key: Buffer, appUrl: string): MailThreads {
  const { hostname } = new URL(appUrl)
  // A derived key, so that no hash made for another purpose is accepted here.
  const ownKey = createHmac('sha256', key).update('message ids of mail').digest()
  const keyed = (...parts: string[]) => createHmac('sha256', ownKey).update(parts.join('\0')).digest('hex')
  const addressPart = (address: string) => keyed('to', address.trim().toLowerCase()).slice(0, PART_LENGTH)
  const proofOf = (local: string) => keyed('id', local).slice(0, PROOF_LENGTH)

  const idOf = ({ about, id }: MailSubject, event: string, address: string) => {
    const local = `${about}.${id.replaceAll('-', '')}.${event}.${address}`
    return `<${local}.${proofOf(local)}@${hostname}>`
  }
  const foundIn = (messageId: string) => {
    const [, about, hex = '', event, address, authentication = ''] = pattern.exec(messageId.trim().toLowerCase()) ?? []
    if (!about) return undefined
    const expected = proofOf(`${about}.${hex}.${event}.${address}`)
    if (!timingSafeEqual(Buffer.from(expected), Buffer.from(authentication))) return undefined
    return { about, id: uuidOf(hex), wasSentTo: (to: string) => addressPart(to) === address }
  }
  const tagSignature = (mailbox: string, { tag, of }: Tag) =>
    keyed('tag', mailbox.toLowerCase(), of, tag).slice(0, PART_LENGTH)
  return {
    taggedAddress: (mailbox, given) => {
      const at = mailbox.lastIndexOf('@')
      const local = `${mailbox.slice(0, at)}+${given.tag}.${tagSignature(mailbox, given)}`
      return local.length > LOCAL_MAX ? undefined : `${local}${mailbox.slice(at)}`
    },
    tagIn: (address, of) => {
      const [, name, tag, authentication, host] = tagged.exec(address.trim().toLowerCase()) ?? []
      if (name === undefined || tag === undefined || authentication === undefined) return undefined
      const expected = tagSignature(`${name}${host}`, { tag, of })
      return timingSafeEqual(Buffer.from(expected), Buffer.from(authentication)) ? tag : undefined
    },
    keyOf: addressPart,
    rootOf: (thread) => idOf(thread, ROOT, ROOT),
    messageIdOf: (thread, { event, to }) => {
      const eventPart = createHash('sha256').update(event).digest('hex').slice(0, PART_LENGTH)
      return idOf(thread, eventPart, addressPart(to))
    },
    find: (messageId) => {
      const found = foundIn(messageId)
      const subject = threadSubjects.find((one) => one === found?.about)
      return found && subject && { ...found, about: subject }
    },
    findOfBasis: (messageId) => {
      const found = foundIn(messageId)
      return found?.about === 'basis' ? found : undefined
    },
  }
}

const uuidOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
