// What is expected of answers and of mail that begins a conversation (corpus-table.ts).
import type { Expected } from './expected-mail.ts'

export const expectedOfReplies: Record<string, Expected> = {
  'reply-by-number-alone': {
    fate: 'comment',
    proof: 'server',
    subject: 'Angående WiFi nere',
    text: 'Nu blinkar det rött igen.',
  },
  'reply-many-prefixes': {
    fate: 'comment',
    proof: 'server',
    subject: 'WiFi nere',
    text: 'Nu blinkar det rött igen.',
    folds: '',
  },
  'reply-by-reference-alone': { fate: 'comment', proof: 'server', subject: 'WiFi', text: 'Nu blinkar det rött igen.' },
  'reply-unknown-number': { fate: 'ticket', proof: 'server', subject: 'Annat', text: 'Nu blinkar det rött igen.' },
  'reply-quotes-a-person': {
    fate: 'comment',
    proof: 'server',
    subject: 'WiFi nere',
    text: 'Chefen skrev så här:\nNu räcker det.',
    folds: '',
  },
  'reply-without-own-words': {
    fate: 'comment',
    proof: 'server',
    subject: 'WiFi nere',
    textHas: 'Vi byter routern',
    folds: '',
  },
  'reply-of-copy': { fate: 'comment', proof: 'server', subject: 'WiFi nere', text: 'Nu blinkar det rött igen.' },
  'reply-of-colleague': {
    fate: 'enquiry',
    reason: 'not_of_ticket',
    proof: 'server',
    subject: 'WiFi nere',
    text: 'Nu blinkar det rött igen.',
  },
  'reply-of-other-customer': {
    fate: 'enquiry',
    reason: 'not_of_ticket',
    proof: 'server',
    subject: 'WiFi nere',
    text: 'Nu blinkar det rött igen.',
  },
  'reply-of-stranger': {
    fate: 'enquiry',
    reason: 'unknown',
    proof: 'server',
    subject: 'WiFi nere',
    text: 'Nu blinkar det rött igen.',
  },
  'reply-of-staff': { fate: 'internal_comment', proof: 'server', subject: 'WiFi nere', text: 'Ring dem i morgon.' },
  'staff-outside-thread': { fate: 'enquiry', reason: 'staff', proof: 'server', subject: 'Telefonen' },
  'new-ticket-of-contact': { fate: 'ticket', proof: 'server', subject: 'Skrivaren', text: 'Skrivaren är sönder.' },
  'new-of-sender-at-two': { fate: 'enquiry', reason: 'several_customers', proof: 'server', subject: 'Skrivaren' },
  'new-of-stranger': { fate: 'enquiry', reason: 'unknown', proof: 'server', subject: 'Offert' },
  'enquiry-reply': {
    fate: 'enquiry_reply',
    proof: 'none',
    subject: 'Ditt meddelande till Nordnät AB',
    text: 'Tack, det låter bra.',
  },
  'enquiry-reply-of-another': {
    fate: 'enquiry',
    reason: 'unknown',
    proof: 'none',
    subject: 'Ditt meddelande till Nordnät AB',
  },
}
