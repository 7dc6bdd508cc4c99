import { expect, test } from 'vitest'
import { openMailThreads } from './mail-threads.ts'

const key = Buffer.alloc(32, 7)
const appUrl = 'https://support.nordnat.se'
const threads = openMailThreads(key, appUrl)
const ticket = { about: 'ticket', id: '0193a4c8-7d7e-7c3a-9f6e-2f4f6b1c8d90' } as const
const mail = { event: 'comment-1', to: 'kim@kajen.example.se' }

test('a mail’s Message-ID names its thread and the address that it was sent to', () => {
  const found = threads.find(threads.messageIdOf(ticket, mail))
  expect(found).toMatchObject(ticket)
  expect(found?.wasSentTo('KIM@kajen.example.se')).toBe(true)
  expect(found?.wasSentTo('lo@kajen.example.se')).toBe(false)
})

test('each event and recipient has an id of its own, the same at every attempt', () => {
  const ids = [
    threads.rootOf(ticket),
    threads.messageIdOf(ticket, mail),
    threads.messageIdOf(ticket, { ...mail, event: 'comment-2' }),
    threads.messageIdOf(ticket, { ...mail, to: 'lo@kajen.example.se' }),
    threads.messageIdOf({ ...ticket, about: 'enquiry' }, mail),
  ]
  expect(new Set(ids).size).toBe(ids.length)
  expect(threads.messageIdOf(ticket, mail)).toBe(ids[1])
  for (const id of ids) expect(id).toMatch(/^<[a-z]+\.[0-9a-f.]+@support\.nordnat\.se>$/)
})

test('the root of a thread was sent to nobody', () => {
  const root = threads.find(threads.rootOf(ticket))
  expect(root).toMatchObject(ticket)
  expect(root?.wasSentTo(mail.to)).toBe(false)
})

test('an id is also found in capitals or without its angle brackets', () => {
  const id = threads.messageIdOf(ticket, mail)
  expect(threads.find(id.toUpperCase())).toMatchObject(ticket)
  expect(threads.find(` ${id.slice(1, -1)} `)).toMatchObject(ticket)
})

test('A-390: an id with a changed ticket, recipient or hash, or of another installation, is not found', () => {
  const id = threads.messageIdOf(ticket, mail)
  const at = (index: number) => `${id.slice(0, index)}${id[index] === '0' ? '1' : '0'}${id.slice(index + 1)}`
  const local = id.slice(1, id.indexOf('@'))
  for (let index = 'ticket.'.length + 1; index <= local.length; index++)
    if (id[index] !== '.') expect(threads.find(at(index)), at(index)).toBeUndefined()
  expect(threads.find(id.replace('ticket', 'enquiry'))).toBeUndefined()
  expect(openMailThreads(Buffer.alloc(32, 8), appUrl).find(id)).toBeUndefined()
  for (const other of ['', '<>', '<x@y>', `<ticket.${'0'.repeat(32)}@x>`, `${'<'.repeat(100_000)}@`])
    expect(threads.find(other)).toBeUndefined()
})

test('A-408: a tagged address is valid in upper or lower case, for its ticket, mailbox and organization only', () => {
  const given = { tag: '1234', of: 'nordnat' }
  const address = threads.taggedAddress('Support@nordnat.se', given) ?? ''
  expect(address).toMatch(/^Support\+1234\.[0-9a-f]{12}@nordnat\.se$/)
  expect([address, address.toUpperCase(), ` ${address} `].map((one) => threads.tagIn(one, 'nordnat'))).toEqual([
    ...['1234', '1234', '1234'],
  ])
  for (const other of [
    ...[address.replace('+1234', '+1235'), address.replace('nordnat', 'sydnat'), address.replace('Support', 'hjalp')],
    ...[
      address.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@')),
      'support@nordnat.se',
      'support+1234@nordnat.se',
      '',
    ],
  ])
    expect(threads.tagIn(other, 'nordnat'), other).toBeUndefined()
  expect(threads.tagIn(address, 'sydnat')).toBeUndefined()
  expect(openMailThreads(Buffer.alloc(32, 8), appUrl).tagIn(address, 'nordnat')).toBeUndefined()
})

test('an address that would be too long gets no tag', () => {
  expect(threads.taggedAddress(`${'a'.repeat(60)}@nordnat.se`, { tag: '1234', of: 'nordnat' })).toBeUndefined()
})
