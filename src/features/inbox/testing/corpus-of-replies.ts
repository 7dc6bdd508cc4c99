// Expectations for answers and for mail that begins a conversation (corpus-table.ts).
import type { Expected } from './expected-mail.ts'

export const expectedOfReplies: Record<string, Expected> = {
  'reply-by-number-alone': {
    outcome: 'comment',
    authentication: 'server',
    subject: 'Angående WiFi nere',
    text: 'Nu blinkar det rött igen.',
  },
  'reply-many-prefixes': {
    outcome: 'comment',
    authentication: 'server',
    subject: 'WiFi nere',
    text: 'Nu blinkar det rött igen.',
    folds: '',
  },
  'reply-by-reference-alone': {
    outcome: 'comment',
    authentication: 'server',
    subject: 'WiFi',
    text: 'Nu blinkar det rött igen.',
  },
  'reply-unknown-number': {
    outcome: 'ticket',
    authentication: 'server',
    subject: 'Annat',
    text: 'Nu blinkar det rött igen.',
  },
  'reply-quotes-a-person': {
    outcome: 'comment',
    authentication: 'server',
    subject: 'WiFi nere',
    text: 'Chefen skrev så här:\nNu räcker det.',
    folds: '',
  },
  'reply-without-own-words': {
    outcome: 'comment',
    authentication: 'server',
    subject: 'WiFi nere',
    textHas: 'Vi byter routern',
    folds: '',
  },
  'reply-of-copy': {
    outcome: 'comment',
    authentication: 'server',
    subject: 'WiFi nere',
    text: 'Nu blinkar det rött igen.',
  },
  'reply-of-colleague': {
    outcome: 'enquiry',
    reason: 'not_of_ticket',
    authentication: 'server',
    subject: 'WiFi nere',
    text: 'Nu blinkar det rött igen.',
  },
  'reply-of-other-customer': {
    outcome: 'enquiry',
    reason: 'not_of_ticket',
    authentication: 'server',
    subject: 'WiFi nere',
    text: 'Nu blinkar det rött igen.',
  },
  'reply-of-stranger': {
    outcome: 'enquiry',
    reason: 'unknown',
    authentication: 'server',
    subject: 'WiFi nere',
    text: 'Nu blinkar det rött igen.',
  },
  'reply-of-staff': {
    outcome: 'internal_comment',
    authentication: 'server',
    subject: 'WiFi nere',
    text: 'Ring dem i morgon.',
  },
  'staff-outside-thread': { outcome: 'enquiry', reason: 'staff', authentication: 'server', subject: 'Telefonen' },
  'new-ticket-of-contact': {
    outcome: 'ticket',
    authentication: 'server',
    subject: 'Skrivaren',
    text: 'Skrivaren är sönder.',
  },
  'new-of-sender-at-two': {
    outcome: 'enquiry',
    reason: 'several_customers',
    authentication: 'server',
    subject: 'Skrivaren',
  },
  'new-of-stranger': { outcome: 'enquiry', reason: 'unknown', authentication: 'server', subject: 'Offert' },
  'enquiry-reply': {
    outcome: 'enquiry_reply',
    authentication: 'none',
    subject: 'Ditt meddelande till Nordnät AB',
    text: 'Tack, det låter bra.',
  },
  'enquiry-reply-of-another': {
    outcome: 'enquiry',
    reason: 'unknown',
    authentication: 'none',
    subject: 'Ditt meddelande till Nordnät AB',
  },
}
