import { expect, test } from 'vitest'
import {
  type EnquiryToMail,
  enquiryMailToCompany,
  plainAddress,
  type Receipt,
  receiptFor,
} from './forms-mail-templates.ts'
import { notStored, tooMany } from './forms-problems.ts'

const appUrl = 'https://nordnat.se'
const enquiry: EnquiryToMail = {
  orgId: 'o',
  id: 'e',
  kind: 'support',
  name: 'Anna Berg',
  email: 'anna@example.se',
  phone: '0701234567',
  message: 'Inget nät.\nSedan i morse.',
  isUrgent: true,
  authentication: null,
  company: 'Nordnät AB',
  companyPhone: '0812345678',
  companyEmergencyPhone: null,
  normalAnswerMinutes: null,
  pictures: [],
}
const toCompany = (fields: Partial<EnquiryToMail> = {}) =>
  enquiryMailToCompany({ ...enquiry, ...fields }, 'info@n.se', appUrl)
const receipt = (fields: Partial<EnquiryToMail> = {}, told: Partial<Receipt> = {}) =>
  receiptFor({
    enquiry: { ...enquiry, ...fields },
    number: 1042,
    promisedAt: null,
    noJour: undefined,
    replyAddress: null,
    ...told,
  })

test('the mail to the company has the number of pictures, and their names on one line', () => {
  expect(toCompany({ pictures: ['router.jpg'] }).text).toContain('\n\n1 bild i Inkorg: router.jpg\n\n')
  expect(toCompany({ pictures: ['a.jpg', 'b.jpg', 'c\n.jpg'] }).text).toContain(
    '3 bilder i Inkorg: a.jpg, b.jpg och c .jpg',
  )
})

test('the mail to the company has the sender’s details and message, and a reply goes to the sender', () => {
  expect(toCompany()).toEqual({
    orgId: 'o',
    to: 'info@n.se',
    replyTo: 'anna@example.se',
    subject: 'Akut felanmälan från Anna Berg',
    text: `Namn: Anna Berg
Telefon: 070-123 45 67
E-post: anna@example.se

Inget nät.
Sedan i morse.

Läs och svara:
https://nordnat.se/backoffice/inbox/e

Skickat med formuläret på webbplatsen. Ingen har kontrollerat vem avsändaren är.
`,
    messageId: '<received-e@nordnat.se>',
  })
  expect(toCompany({ isUrgent: false }).subject).toBe('Felanmälan från Anna Berg')
  const message = toCompany({ kind: 'contact', isUrgent: false, phone: null })
  expect(message.subject).toBe('Meddelande från Anna Berg')
  expect(message.text).not.toContain('Telefon')
})

test('the subject is one short line, whatever the name is', () => {
  const { subject, text } = toCompany({ name: `Anna\r\nBcc: x@x.se\u202e\u0085${'👩'.repeat(200)}` })
  expect(subject).toBe(`Akut felanmälan från Anna Bcc: x@x.se ${'👩'.repeat(60 - 'Anna Bcc: x@x.se '.length)}`)
  expect(text.split('\n')[0]).toMatch(/^Namn: Anna Bcc/)
})

test('Reply-To is one valid address or is absent', () => {
  expect(plainAddress('anna@example.se')).toBe('anna@example.se')
  for (const email of ['a@x.se, b@x.se', 'Anna <a@x.se>', 'a@x.se\r\nBcc: b@x.se', '', 'a@localhost', '"a b"@x.se'])
    expect(toCompany({ email }).replyTo, email).toBeUndefined()
})

test('the receipt has the promised response time and none of the sender’s input', () => {
  const sentences = [
    receipt({ kind: 'contact', isUrgent: false }),
    receipt({ isUrgent: false }),
    receipt({ isUrgent: false, normalAnswerMinutes: 90 }),
    receipt(),
    receipt({ companyEmergencyPhone: '0709876543' }),
    receipt({ companyPhone: null }),
  ].map(({ text }) => text.split('\n')[2])
  expect(sentences).toEqual([
    'Tack för ditt meddelande. Vi svarar inom 24 timmar på arbetsdagar.',
    'Din felanmälan är registrerad. Vi återkommer inom 4 timmar.',
    'Din felanmälan är registrerad. Vi återkommer inom 1,5 timmar.',
    'Din felanmälan är registrerad som akut. Vi återkommer omedelbart. Ring oss gärna direkt: 08-123 456 78.',
    'Din felanmälan är registrerad som akut. Vi återkommer omedelbart. Ring oss gärna direkt: 070-987 65 43.',
    'Din felanmälan är registrerad som akut. Vi återkommer omedelbart.',
  ])
  const { subject, text, thread, autoSubmitted } = receipt()
  expect([subject, autoSubmitted]).toEqual(['[#1042] Din felanmälan till Nordnät AB', 'auto-replied'])
  expect(thread).toMatchObject({ about: 'enquiry', id: 'e' })
  expect(receipt({ kind: 'contact' }).subject).toBe('[#1042] Ditt meddelande till Nordnät AB')
  for (const theirs of ['Anna', 'Inget nät', '070-123', '0701234567', '@']) expect(subject + text).not.toContain(theirs)
  expect(text).toContain('Nordnät AB\n08-123 456 78\n')
})

test('the receipt has the number and, unless it is urgent, the moment of the answer', () => {
  const promisedAt = '2026-11-24T10:00:00Z'
  const paragraphs = (fields: Partial<EnquiryToMail>, told: Partial<Receipt> = {}) =>
    receipt(fields, { promisedAt, ...told }).text.split('\n\n')
  const moment = 'Räknat i våra öppettider: senast tisdag 24 november kl. 11.00'
  expect(paragraphs({ isUrgent: false })[2]).toBe(`Ärendet har nummer #1042.\n${moment}`)
  expect(paragraphs({ isUrgent: false, kind: 'contact' })[2]).toBe(`Meddelandet har nummer #1042.\n${moment}`)
  expect(paragraphs({ isUrgent: true })[2]).toBe('Ärendet har nummer #1042.')
  expect(paragraphs({ isUrgent: false }, { number: null, promisedAt: null }).join()).not.toMatch(/#|nummer|Räknat/)
})

test('the receipt of an urgent report says when it is read if nobody has jour', () => {
  const noJour = 'Ingen har jour nu: vi läser det när vi öppnar, onsdag kl. 8.00.'
  expect(receipt({}, { noJour }).text.split('\n')[2]).toBe(
    `Din felanmälan är registrerad som akut. ${noJour} Ring oss gärna direkt: 08-123 456 78.`,
  )
})

test('a reply to the receipt goes to the mailbox, with the number in its address where the server takes one', () => {
  const replyAddress = { mailbox: 'support@nordnat.se', takesTags: true }
  const { replyTo, text } = receipt({}, { replyAddress })
  expect(replyTo).toEqual({ ...replyAddress, ticketNumber: 1042 })
  expect(text).toContain('Svara på det här mejlet.')
  expect(receipt({}, { replyAddress, number: null }).replyTo).toBe('support@nordnat.se')
  expect(receipt()).not.toHaveProperty('replyTo')
})

test('a visitor whose form was not stored gets a message with the phone number', () => {
  expect(notStored('0812345678')).toBe(
    'Vi kunde inte ta emot meddelandet just nu. Ring oss på 08-123 456 78, eller försök igen om en stund.',
  )
  expect(notStored(null)).toBe('Vi kunde inte ta emot meddelandet just nu. Försök igen om en stund.')
  const sent = 'Det har skickats många meddelanden härifrån på kort tid.'
  expect(tooMany('0812345678', 541)).toBe(`${sent} Ring oss på 08-123 456 78, eller försök igen om 10 minuter.`)
  expect([60, 61, 3541, 86_000].map((seconds) => tooMany(null, seconds))).toEqual([
    `${sent} Försök igen om en minut.`,
    `${sent} Försök igen om 2 minuter.`,
    `${sent} Försök igen om en timme.`,
    `${sent} Försök igen om 24 timmar.`,
  ])
})
