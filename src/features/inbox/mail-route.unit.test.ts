import { describe, expect, test } from 'vitest'
import { senderAuthentications } from '#features/tickets/sender-authentication.contract.ts'
import { getsReceipt, isNotifiedOfFiles, type KnownSender, type MailFacts, routeMail } from './mail-route.rules.ts'
import type { InboxReason } from './mailboxes.contract.ts'

const kim: KnownSender = { customerId: 'kajen', contactId: 'kim', userId: 'kim-login', seesCompany: false }
const ticket = { id: 't1', customerId: 'kajen', contactIds: ['kim', 'lo'] }
const facts: MailFacts = {
  isAutomatic: false,
  getsNoReceipt: false,
  authentication: 'dkim',
  from: 'kim@kajen.se',
  staffId: null,
  known: [kim],
  ticket: null,
  enquiry: null,
  rule: null,
  opensTickets: true,
  isOverLimit: false,
  isOld: false,
}
const route = (changes: Partial<MailFacts>) => routeMail({ ...facts, ...changes })
const inbox = (reason: InboxReason) => ({ outcome: 'enquiry', ticketId: null, reason })
const linked = (reason: InboxReason) => ({ outcome: 'enquiry', ticketId: 't1', reason })

test('an authenticated sender who reported the ticket, gets copies or sees the company’s tickets comments on it', () => {
  expect(route({ ticket })).toEqual({ outcome: 'comment', ticketId: 't1', by: kim })
  const lo = { ...kim, contactId: 'lo', userId: null }
  expect(route({ ticket, known: [lo] })).toEqual({ outcome: 'comment', ticketId: 't1', by: lo })
  const boss = { ...kim, contactId: 'boss', seesCompany: true }
  expect(route({ ticket, known: [boss] })).toEqual({ outcome: 'comment', ticketId: 't1', by: boss })
})

test('A-391: mail of an unauthenticated or other sender goes to Inkorg with the ticket’s number', () => {
  expect(route({ ticket, authentication: 'none' })).toEqual(linked('no_proof'))
  expect(route({ ticket, from: null })).toEqual(linked('no_proof'))
  expect(route({ ticket, known: [] })).toEqual(linked('unknown'))
  expect(route({ ticket, known: [{ ...kim, contactId: 'colleague' }] })).toEqual(linked('not_of_ticket'))
  expect(route({ ticket, known: [{ ...kim, customerId: 'other', seesCompany: true }] })).toEqual(
    linked('not_of_ticket'),
  )
  expect(route({ ticket, known: [], staffId: 'anna', authentication: 'none' })).toEqual(linked('no_proof'))
  expect(route({ ticket, isOld: true })).toEqual(linked('old'))
})

test('an answer to a merged ticket goes to the survivor, or to the one that the sender sees', () => {
  const merged = { ...ticket, contactIds: ['kim'], survivor: { id: 't2', customerId: 'kajen', contactIds: ['lo'] } }
  const lo = { ...kim, contactId: 'lo' }
  const boss = { ...kim, contactId: 'boss', seesCompany: true }
  expect(route({ ticket: merged })).toEqual({ outcome: 'comment', ticketId: 't1', by: kim })
  expect(route({ ticket: merged, known: [lo] })).toEqual({ outcome: 'comment', ticketId: 't2', by: lo })
  expect(route({ ticket: merged, known: [boss] })).toEqual({ outcome: 'comment', ticketId: 't2', by: boss })
  expect(route({ ticket: merged, staffId: 'anna' })).toMatchObject({ outcome: 'internal_comment', ticketId: 't2' })
  expect(route({ ticket: merged, known: [{ ...kim, contactId: 'bo' }] })).toEqual(linked('not_of_ticket'))
})

test('a sender known at two customers writes as the contact of the ticket’s customer', () => {
  const elsewhere = { ...kim, customerId: 'other', contactId: 'kim-2' }
  expect(route({ ticket, known: [elsewhere, kim] })).toEqual({ outcome: 'comment', ticketId: 't1', by: kim })
  expect(route({ known: [elsewhere, kim] })).toEqual(inbox('several_customers'))
})

test('an answer of staff is an internal comment; their other mail goes to Inkorg', () => {
  expect(route({ ticket, staffId: 'anna', known: [kim] })).toEqual({
    outcome: 'internal_comment',
    ticketId: 't1',
    staffId: 'anna',
  })
  expect(route({ staffId: 'anna', known: [] })).toEqual(inbox('staff'))
  expect(route({ staffId: 'anna' })).toEqual(inbox('staff'))
})

test('a known sender opens a ticket, unless unauthenticated, over the limit or the mailbox is set to Inkorg', () => {
  expect(route({})).toEqual({ outcome: 'ticket', by: kim })
  expect(route({ opensTickets: false })).toEqual(inbox('mailbox'))
  expect(route({ isOverLimit: true })).toEqual(inbox('limit'))
  expect(route({ isOld: true })).toEqual(inbox('old'))
  expect(route({ known: [] })).toEqual(inbox('unknown'))
  expect(route({ authentication: 'none' })).toEqual(inbox('no_proof'))
})

test('an answer to an enquiry’s thread is added to it only if its own sender wrote it', () => {
  const enquiry = { id: 'e1', addresses: ['sofia@example.se'], mayComment: false }
  const joined = { outcome: 'enquiry_reply', enquiryId: 'e1' }
  expect(route({ enquiry, from: 'sofia@example.se', known: [], authentication: 'none' })).toEqual(joined)
  expect(route({ enquiry, from: 'ny@example.se', known: [], authentication: 'none' })).toEqual(inbox('unknown'))
})

describe('A-411: a rule for a sender', () => {
  const nas: KnownSender = { customerId: 'kajen', contactId: 'nas', userId: null, seesCompany: false }
  const opens = { rule: 'ticket', by: nas, repeats: null } as const
  const enquiry = { id: 'e1', addresses: ['sofia@okand.se'], mayComment: false }
  const alarm = { from: 'nas@kajen.se', known: [], isAutomatic: true, rule: opens }

  test('opens tickets for automatic mail too, and adds mail with the same subject to the open ticket', () => {
    expect(route(alarm)).toEqual({ outcome: 'ticket', by: nas })
    expect(route({ ...alarm, isAutomatic: false, opensTickets: false })).toEqual({ outcome: 'ticket', by: nas })
    expect(route({ ...alarm, rule: { ...opens, repeats: 't9' }, isOverLimit: true })).toEqual({
      outcome: 'comment',
      ticketId: 't9',
      by: nas,
    })
    expect(route({ ...alarm, isOverLimit: true })).toEqual(inbox('limit'))
  })
  test('opens no ticket for an unauthenticated sender or for an answer in a thread of ours', () => {
    expect(route({ ...alarm, authentication: 'none' })).toEqual(inbox('no_proof'))
    expect(route({ ...alarm, ticket })).toEqual({ outcome: 'automatic', ticketId: 't1' })
    expect(route({ ...alarm, enquiry })).toEqual({ outcome: 'automatic', ticketId: null })
    expect(route({ ...alarm, isAutomatic: false, ticket })).toEqual(linked('unknown'))
  })
  test('to Inkorg applies to automatic mail that is no answer, and to mail that would open a ticket', () => {
    const toInbox = { rule: 'inbox' } as const
    expect(route({ rule: toInbox })).toEqual(inbox('rule'))
    expect(route({ rule: toInbox, isAutomatic: true, authentication: 'none' })).toEqual(inbox('rule'))
    expect(route({ rule: toInbox, isAutomatic: true, ticket })).toEqual({ outcome: 'automatic', ticketId: 't1' })
    expect(route({ rule: toInbox, ticket, authentication: 'none' })).toEqual(linked('rule'))
  })
  test('to discard never discards mail of a contact or a colleague', () => {
    const discards = { rule: 'discard' } as const
    expect(route({ rule: discards, known: [] })).toEqual({ outcome: 'discarded' })
    expect(route({ rule: discards, known: [], authentication: 'none', ticket })).toEqual({ outcome: 'discarded' })
    expect(route({ rule: discards, isAutomatic: true })).toEqual({ outcome: 'discarded' })
    expect(route({ rule: discards })).toEqual({ outcome: 'ticket', by: kim })
    expect(route({ rule: discards, authentication: 'none' })).toEqual(inbox('no_proof'))
    expect(route({ rule: discards, known: [], staffId: 'anna' })).toEqual(inbox('staff'))
  })
  test('does not apply to an answer by an authenticated person or by an enquiry’s own sender', () => {
    for (const rule of [{ rule: 'inbox' }, { rule: 'discard' }, opens] as const) {
      expect(route({ rule, ticket })).toEqual({ outcome: 'comment', ticketId: 't1', by: kim })
      expect(route({ rule, enquiry, from: 'sofia@okand.se', known: [], authentication: 'none' })).toEqual({
        outcome: 'enquiry_reply',
        enquiryId: 'e1',
      })
    }
  })
})

test('A-392: automatic mail adds no comment and opens no ticket, whoever sent it', () => {
  for (const authentication of senderAuthentications)
    for (const one of [null, ticket])
      for (const staffId of [null, 'anna'])
        for (const enquiry of [null, { id: 'e1', addresses: ['kim@kajen.se'], mayComment: false }])
          expect(route({ isAutomatic: true, authentication, ticket: one, staffId, enquiry })).toEqual({
            outcome: 'automatic',
            ticketId: one?.id ?? null,
          })
})

test('only an authenticated person whose mail begins a ticket or an enquiry gets a receipt', () => {
  const receipt = (changes: Partial<MailFacts>) => getsReceipt(route(changes), { ...facts, ...changes })
  expect([{}, { known: [] }, { opensTickets: false }].map(receipt)).toEqual([true, true, true])
  const none: Partial<MailFacts>[] = [
    ...[
      { authentication: 'none' as const },
      { from: null },
      { getsNoReceipt: true },
      { isAutomatic: true, getsNoReceipt: true },
    ],
    ...[{ staffId: 'anna' }, { ticket }, { ticket, known: [] }, { isOld: true }, { isOverLimit: true }],
    ...[{ rule: { rule: 'inbox' as const } }, { rule: { rule: 'ticket' as const, by: kim, repeats: null } }],
    { enquiry: { id: 'e1', addresses: ['kim@kajen.se'], mayComment: false } },
  ]
  expect(none.filter(receipt)).toEqual([])
})

test('A-484: no-reply addresses get no receipt, however they are spelt', () => {
  const receipt = (from: string) => getsReceipt(route({ from }), { ...facts, from })
  const unread = ['no-reply', 'noreply', 'no_reply', 'NO.REPLY', 'do-not-reply', 'donotreply', 'noreply+7', 'svara-ej']
  for (const name of [...unread, 'postmaster', 'mailer-daemon', 'MAILER-DAEMON', 'bounces'])
    expect(receipt(`${name}@kajen.se`), name).toBe(false)
  const ofFiles = (from: string) => isNotifiedOfFiles(route({ from }), { ...facts, from })
  expect([ofFiles('no-reply@kajen.se'), ofFiles('kim@kajen.se')]).toEqual([false, true])
  for (const name of ['kim', 'reply', 'post']) expect(receipt(`${name}@kajen.se`), name).toBe(true)
})

describe('an answer to a mail about an enquiry that has become a ticket', () => {
  const enquiry = { id: 'e1', addresses: ['ida@okand.se'], mayComment: true }
  const ida = { ticket, enquiry, from: 'ida@okand.se', known: [] }
  test('is a comment by its authenticated sender or a contact on the ticket, and internal by staff', () => {
    expect(route(ida)).toEqual({ outcome: 'comment', ticketId: 't1', by: 'enquirer' })
    expect(route({ ticket, enquiry: { ...enquiry, mayComment: false } })).toEqual({
      outcome: 'comment',
      ticketId: 't1',
      by: kim,
    })
    expect(route({ ...ida, staffId: 'anna' })).toEqual({ outcome: 'internal_comment', ticketId: 't1', staffId: 'anna' })
  })
  test('A-480: from anybody else or unauthenticated goes to Inkorg with ticket and reason, despite a rule', () => {
    expect(route({ ...ida, authentication: 'none' })).toEqual(linked('no_proof'))
    expect(route({ ...ida, authentication: 'none', rule: { rule: 'discard' } })).toEqual(linked('no_proof'))
    const other = { ...ida, from: 'otto@okand.se', enquiry: { ...enquiry, mayComment: false } }
    expect(route(other)).toEqual(linked('unknown'))
    expect(route({ ...other, known: [{ ...kim, contactId: 'colleague' }] })).toEqual(linked('not_of_ticket'))
    expect(route({ ...ida, isAutomatic: true })).toEqual({ outcome: 'automatic', ticketId: 't1' })
  })
})
