// Headers of mail: which Message-IDs it refers to, and a subject that says what it says.
import type { MailThread, MailThreads } from './mail-threads.ts'

/** As many as a mail refers to: the one that began the conversation, and the nearest (`mail_messages_reference_ids_count`). */
export const REFERENCES_MAX = 20

/** RFC 5322 without the obsolete forms; longer ones do not fit on a line of a header. */
const messageId = /^<[\x21-\x3b\x3d\x3f-\x7e]{1,500}>$/
export const isMessageId = (id: string): boolean => messageId.test(id)

/** Message-IDs, oldest first, as References may have them: each once, where it is nearest. */
export function boundedReferences(ids: string[]): string[] {
  const valid = ids.filter(isMessageId)
  const once = valid.filter((id, at) => valid.lastIndexOf(id) === at)
  return once.length <= REFERENCES_MAX ? once : [...once.slice(0, 1), ...once.slice(1 - REFERENCES_MAX)]
}

type Answering = { thread: MailThread; answers: string[]; threads: MailThreads }

/**
 * In-Reply-To and References of a mail in a thread. An id of ours in what it answers that names another thread is left out: an
 * answer to the mail would name that too.
 */
export function referencesOf({ thread, answers, threads }: Answering, { isRoot }: { isRoot: boolean }) {
  const isOfAnother = (id: string) => {
    const found = threads.find(id)
    return found !== undefined && (found.about !== thread.about || found.id !== thread.id)
  }
  const answered = boundedReferences(answers.filter((id) => !isOfAnother(id)))
  const root = threads.rootOf(thread)
  const references = isRoot || answered.includes(root) ? answered : [root, ...answered]
  const inReplyTo = answered.at(-1) ?? references.at(-1)
  return inReplyTo === undefined ? {} : { references, inReplyTo }
}

/** A name of a person or a file, which nodemailer quotes: nothing in it looks like an encoded word. */
export const withoutEncodedWords = (name: string) => name.replaceAll('=?', '= ?')

/** RFC 2047: an encoded word has at most 75 characters. */
const BYTES_OF_WORD = 42

/**
 * A subject with something that looks like an encoded word is encoded, since a mail program would decode it. nodemailer encodes
 * only what is not ASCII, and leaves this as it is.
 */
export function subjectHeader(subject: string): string {
  if (!subject.includes('=?')) return subject
  const words = ['']
  for (const sign of subject) {
    const word = words.at(-1) ?? ''
    if (Buffer.byteLength(word + sign) > BYTES_OF_WORD) words.push(sign)
    else words[words.length - 1] = word + sign
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ')
}
