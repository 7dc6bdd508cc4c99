import { expect, test } from 'vitest'
import { baseSubject, conversationsOf } from '#platform/http/testing/conversations.ts'
import { boundedReferences, REFERENCES_MAX, referencesOf, subjectHeader } from './mail-headers.ts'
import { threadsOfTests } from './testing/mail-threads.ts'

const thread = { about: 'ticket', id: '0193a4c8-7d7e-7c3a-9f6e-2f4f6b1c8d90' } as const
const other = { about: 'ticket', id: '0193a4c8-7d7e-7c3a-9f6e-2f4f6b1c8d91' } as const
const root = threadsOfTests.rootOf(thread)
const of = (answers: string[], isRoot = false) => referencesOf({ thread, answers, threads: threadsOfTests }, { isRoot })

test('a mail refers to the root of its thread, and last to the mail that it answers', () => {
  expect(of([])).toEqual({ references: [root], inReplyTo: root })
  expect(of(['<a@x>', '<b@x>'])).toEqual({ references: [root, '<a@x>', '<b@x>'], inReplyTo: '<b@x>' })
  expect(of(['<a@x>', root, '<b@x>'])).toEqual({ references: ['<a@x>', root, '<b@x>'], inReplyTo: '<b@x>' })
})

test('a receipt is the root itself, and refers only to the mail that it answers', () => {
  expect(of(['<a@x>', '<b@x>'], true)).toEqual({ references: ['<a@x>', '<b@x>'], inReplyTo: '<b@x>' })
  expect(of([], true)).toEqual({})
})

test('A-485: ids of another ticket of ours and malformed ids are not passed on to mail of this ticket', () => {
  const foreign = [threadsOfTests.rootOf(other), threadsOfTests.messageIdOf(other, { event: 'x', to: 'a@x.se' })]
  expect(of([...foreign, '<a@x>'])).toEqual({ references: [root, '<a@x>'], inReplyTo: '<a@x>' })
  const hostile = ['<a@x>\r\nBcc: evil@x', '<a b@x>', 'a@x', '<>', '<å@x>', `<${'a'.repeat(999)}@x>`, '<a><b>']
  expect(of(hostile)).toEqual({ references: [root], inReplyTo: root })
})

test('mail of a long conversation refers to its first and its latest mails, each once', () => {
  const ids = Array.from({ length: 150 }, (_, at) => `<${at}@x>`)
  const references = boundedReferences(ids)
  expect(references).toHaveLength(REFERENCES_MAX)
  expect([references[0], references[1], references.at(-1)]).toEqual(['<0@x>', '<131@x>', '<149@x>'])
  expect(boundedReferences(['<a@x>', '<b@x>', '<a@x>'])).toEqual(['<b@x>', '<a@x>'])
})

test('an ordinary subject is left to nodemailer', () => {
  expect(subjectHeader('[#1001] Åäö = ? 1 =1?')).toBe('[#1001] Åäö = ? 1 =1?')
})

test('encoded words of a subject have at most 75 characters and split no character', () => {
  const words = subjectHeader(`=?utf-8?Q?x?= ${'ö🎉'.repeat(60)}`).split(' ')
  const texts = words.map((word) => Buffer.from(word.slice('=?UTF-8?B?'.length, -2), 'base64').toString())
  expect(texts.join('')).toBe(`=?utf-8?Q?x?= ${'ö🎉'.repeat(60)}`)
  for (const word of words) expect(word.length).toBeLessThanOrEqual(75)
  for (const text of texts) expect(text.isWellFormed() && !text.includes('\ufffd')).toBe(true)
})

test.each([
  ['Re: [#1001] WiFi nere', 'WiFi nere'],
  ['[#1001] WiFi nere', 'WiFi nere'],
  ['RE: Fwd[2]: [lista] re:  WiFi\tnere (fwd)', 'WiFi nere'],
  ['[#1001]', '[#1001]'],
  ['[fwd: WiFi nere]', 'WiFi nere'],
])('the base subject of %j is %j', (subject, expected) => {
  expect(baseSubject(subject)).toBe(expected)
})

test('mails that refer to each other or to the same missing mail are one conversation', () => {
  const mail = (id: string, references: string, inReplyTo = '') => ({ messageId: id, references, inReplyTo })
  const all = [
    mail('<a>', ''),
    mail('<b>', '<gone> <a>'),
    mail('<c>', '<gone>'),
    mail('<d>', ''),
    mail('<e>', '', '<d>'),
  ]
  expect(conversationsOf(all).map((one) => one.map(({ messageId }) => messageId))).toEqual([
    ['<a>', '<b>', '<c>'],
    ['<d>', '<e>'],
  ])
})
