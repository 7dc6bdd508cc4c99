// Headers of mail: the Message-IDs that it refers to, and a subject that mail programs show as written.
import type { MailThread, MailThreads } from './mail-threads.ts'

/** The most Message-IDs that a mail refers to: the first of the conversation and the latest (`mail_messages_reference_ids_count`). */
export const REFERENCES_MAX = 20

/** RFC 5322 without the obsolete forms; longer ones do not fit on a line of a header. */
const messageId = /^<[\x21-\x3b\x3d\x3f-\x7e]{1,500}>$/
export const isMessageId = (id: string): boolean => messageId.test(id)

/** The Message-IDs for References, oldest first: valid ones, each once at its latest position, at most REFERENCES_MAX. */
export function boundedReferences(ids: string[]): string[] {
  const valid = ids.filter(isMessageId)
  const once = valid.filter((id, at) => valid.lastIndexOf(id) === at)
  return once.length <= REFERENCES_MAX ? once : [...once.slice(0, 1), ...once.slice(1 - REFERENCES_MAX)]
}

type Answering = { thread: MailThread; answers: string[]; threads: MailThreads }

/**
 * In-Reply-To and References of a mail in a thread. Our ids of other threads are left out of what it answers: replies to the mail
 * would refer to those threads too.
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

/** A name of a person or file, which nodemailer only quotes, changed so that no part of it is decoded as an encoded word. */
export const withoutEncodedWords = (name: string) => name.replaceAll('=?', '= ?')

/** RFC 2047: an encoded word has at most 75 characters. */
const BYTES_OF_WORD = 42

/**
 * Encodes a subject with text that looks like an encoded word, which a mail program would decode. nodemailer encodes non-ASCII
 * text only, and leaves the result unchanged.
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
