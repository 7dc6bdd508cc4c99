// What is expected of each mail in corpus/. The mails were written after the documentation of the programs, and the
// RFCs; every address ends in .example. Who is known, and what the mailbox is, stands in corpus-world.ts.
import { expectedOfBodies } from './corpus-of-bodies.ts'
import { expectedOfBrokenMails } from './corpus-of-broken-mails.ts'
import { expectedOfPrograms } from './corpus-of-programs.ts'
import { expectedOfReplies } from './corpus-of-replies.ts'
import { expectedOfRoutes } from './corpus-of-routes.ts'
import { expectedOfRules } from './corpus-of-rules.ts'
import { expectedOfSenders } from './corpus-of-senders.ts'
import { expectedOfWords } from './corpus-of-words.ts'
import { expectedOfWriting } from './corpus-of-writing.ts'
import type { Expected } from './expected-mail.ts'

export const expectedOfCorpus: Record<string, Expected> = {
  ...expectedOfBodies,
  ...expectedOfPrograms,
  ...expectedOfSenders,
  ...expectedOfRules,
  ...expectedOfWords,
  ...expectedOfRoutes,
  ...expectedOfWriting,
  ...expectedOfReplies,
  ...expectedOfBrokenMails,
  'exchange-oof-sv': { fate: 'automatic', proof: 'server', text: 'Jag är på semester till den 10 november.' },
  'exchange-oof-nb': { fate: 'automatic', proof: 'server', text: 'Jeg er på ferie.' },
  'exchange-oof-da': { fate: 'automatic', proof: 'server', text: 'Jeg holder ferie.' },
  'exchange-oof-fi': { fate: 'automatic', proof: 'server', text: 'Olen lomalla.' },
  'exchange-oof-de': { fate: 'automatic', proof: 'server', text: 'Ich bin im Urlaub.' },
  'exchange-oof-en': { fate: 'automatic', proof: 'server', text: 'I am out of office.' },
  'gmail-vacation': { fate: 'automatic', proof: 'server' },
  'unix-vacation': { fate: 'automatic', proof: 'server', subject: 'away from my mail' },
  'vacation-null-return-path-alone': { fate: 'automatic', proof: 'server', subject: 'WiFi nere' },
  'autoresponder-x-autorespond': { fate: 'automatic', proof: 'server', subject: 'WiFi nere' },
  'ticket-system-receipt': { fate: 'automatic', proof: 'server', subject: '[Ticket 77] mottaget: WiFi nere' },
  'monitoring-alarm': { fate: 'automatic', proof: 'none', subject: 'Varning: volym 1' },
  'auto-submitted-no': { fate: 'comment', proof: 'server', subject: 'WiFi nere', text: 'Nu blinkar det rött igen.' },
  'dsn-postfix': {
    fate: 'automatic',
    proof: 'none',
    subject: 'Undelivered Mail Returned to Sender',
    bounced: ['slutat@kajen.example'],
  },
  'dsn-exchange': {
    fate: 'automatic',
    proof: 'none',
    subject: 'Kan inte levereras: Anmälan',
    bounced: ['slutat@kajen.example'],
  },
  'dsn-gmail': {
    fate: 'automatic',
    proof: 'none',
    subject: 'Delivery Status Notification (Failure)',
    bounced: ['slutat@kajen.example'],
  },
  'dsn-delayed': { fate: 'automatic', proof: 'none', subject: 'Delayed Mail (still being retried)', bounced: [] },
  'dsn-mailbox-full': { fate: 'automatic', proof: 'none', subject: 'Undelivered Mail Returned to Sender', bounced: [] },
  'dsn-forged-id': { fate: 'automatic', proof: 'none', subject: 'Undelivered Mail', bounced: [] },
  'dsn-of-another-address': { fate: 'automatic', proof: 'none', subject: 'Undelivered Mail', bounced: [] },
  'read-receipt': { fate: 'automatic', proof: 'server', subject: 'Läst: WiFi nere' },
  'list-mailman': { fate: 'enquiry', reason: 'unknown', proof: 'server', subject: '[Lista] Fråga', noReceipt: true },
  'list-broken-signature': {
    fate: 'enquiry',
    reason: 'no_proof',
    proof: 'none',
    subject: '[Lista] SV: WiFi nere',
    noReceipt: true,
  },
  newsletter: { fate: 'enquiry', reason: 'unknown', proof: 'server', subject: 'Black week', noReceipt: true },
  'google-group': { fate: 'enquiry', reason: 'unknown', proof: 'server', subject: 'Möte', noReceipt: true },
  'forwarded-chain': {
    fate: 'ticket',
    proof: 'server',
    subject: 'Er order',
    textHas: 'Ni måste byta brandvägg.',
    folds: '',
  },
  'forwarded-as-attachment': {
    fate: 'ticket',
    proof: 'server',
    subject: 'Er order',
    text: 'Se bifogat mejl.',
    files: ['Er order.eml'],
  },
  'outlook-invitation': {
    fate: 'ticket',
    proof: 'server',
    subject: 'Besök',
    text: 'Välkommen på besök.',
    remarks: ['calendar'],
  },
  'google-invitation': {
    fate: 'ticket',
    proof: 'server',
    subject: 'Inbjudan: Besök',
    text: 'Kim har bjudit in dig.',
    remarks: ['calendar'],
  },
  'calendar-accepted': {
    fate: 'comment',
    proof: 'server',
    subject: 'Accepterat: WiFi nere',
    text: '',
    remarks: ['calendar'],
  },
  'smime-signed': {
    fate: 'comment',
    proof: 'server',
    subject: 'WiFi nere',
    text: 'Nu blinkar det rött igen.',
    files: ['smime.p7s'],
    remarks: ['signed'],
  },
  'smime-encrypted': {
    fate: 'comment',
    proof: 'server',
    subject: 'WiFi nere',
    text: '',
    files: ['smime.p7m'],
    remarks: ['encrypted'],
  },
  'pgp-signed': {
    fate: 'comment',
    proof: 'server',
    subject: 'WiFi nere',
    text: 'Nu blinkar det rött igen.',
    files: ['signature.asc'],
    remarks: ['signed'],
  },
  'pgp-encrypted': { fate: 'comment', proof: 'server', subject: 'WiFi nere', text: '', remarks: ['encrypted'] },
  'winmail-dat': {
    fate: 'comment',
    proof: 'server',
    subject: 'WiFi nere',
    text: 'Nu blinkar det rött igen.',
    files: ['winmail.dat'],
    remarks: ['winmail'],
  },
}
