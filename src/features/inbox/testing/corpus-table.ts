// Expectations for each mail in corpus/. The mails follow the documentation of the programs and the RFCs; every address ends in
// .example. The known senders and the mailbox are in corpus-world.ts.
import { expectedOfBodies } from './corpus-of-bodies.ts'
import { expectedOfBrokenMails } from './corpus-of-broken-mails.ts'
import { expectedOfPrograms } from './corpus-of-programs.ts'
import { expectedOfReplies } from './corpus-of-replies.ts'
import { expectedOfRoutes } from './corpus-of-routes.ts'
import { expectedOfRules } from './corpus-of-rules.ts'
import { expectedOfSenders } from './corpus-of-senders.ts'
import { expectedOfWords } from './corpus-of-texts.ts'
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
  'exchange-oof-sv': {
    outcome: 'automatic',
    authentication: 'server',
    text: 'Jag är på semester till den 10 november.',
  },
  'exchange-oof-nb': { outcome: 'automatic', authentication: 'server', text: 'Jeg er på ferie.' },
  'exchange-oof-da': { outcome: 'automatic', authentication: 'server', text: 'Jeg holder ferie.' },
  'exchange-oof-fi': { outcome: 'automatic', authentication: 'server', text: 'Olen lomalla.' },
  'exchange-oof-de': { outcome: 'automatic', authentication: 'server', text: 'Ich bin im Urlaub.' },
  'exchange-oof-en': { outcome: 'automatic', authentication: 'server', text: 'I am out of office.' },
  'gmail-vacation': { outcome: 'automatic', authentication: 'server' },
  'unix-vacation': { outcome: 'automatic', authentication: 'server', subject: 'away from my mail' },
  'vacation-null-return-path-alone': { outcome: 'automatic', authentication: 'server', subject: 'WiFi nere' },
  'autoresponder-x-autorespond': { outcome: 'automatic', authentication: 'server', subject: 'WiFi nere' },
  'ticket-system-receipt': {
    outcome: 'automatic',
    authentication: 'server',
    subject: '[Ticket 77] mottaget: WiFi nere',
  },
  'monitoring-alarm': { outcome: 'automatic', authentication: 'none', subject: 'Varning: volym 1' },
  'auto-submitted-no': {
    outcome: 'comment',
    authentication: 'server',
    subject: 'WiFi nere',
    text: 'Nu blinkar det rött igen.',
  },
  'dsn-postfix': {
    outcome: 'automatic',
    authentication: 'none',
    subject: 'Undelivered Mail Returned to Sender',
    bounced: ['slutat@kajen.example'],
  },
  'dsn-exchange': {
    outcome: 'automatic',
    authentication: 'none',
    subject: 'Kan inte levereras: Anmälan',
    bounced: ['slutat@kajen.example'],
  },
  'dsn-gmail': {
    outcome: 'automatic',
    authentication: 'none',
    subject: 'Delivery Status Notification (Failure)',
    bounced: ['slutat@kajen.example'],
  },
  'dsn-delayed': {
    outcome: 'automatic',
    authentication: 'none',
    subject: 'Delayed Mail (still being retried)',
    bounced: [],
  },
  'dsn-mailbox-full': {
    outcome: 'automatic',
    authentication: 'none',
    subject: 'Undelivered Mail Returned to Sender',
    bounced: [],
  },
  'dsn-forged-id': { outcome: 'automatic', authentication: 'none', subject: 'Undelivered Mail', bounced: [] },
  'dsn-of-another-address': { outcome: 'automatic', authentication: 'none', subject: 'Undelivered Mail', bounced: [] },
  'read-receipt': { outcome: 'automatic', authentication: 'server', subject: 'Läst: WiFi nere' },
  'list-mailman': {
    outcome: 'enquiry',
    reason: 'unknown',
    authentication: 'server',
    subject: '[Lista] Fråga',
    noReceipt: true,
  },
  'list-broken-signature': {
    outcome: 'enquiry',
    reason: 'no_proof',
    authentication: 'none',
    subject: '[Lista] SV: WiFi nere',
    noReceipt: true,
  },
  newsletter: {
    outcome: 'enquiry',
    reason: 'unknown',
    authentication: 'server',
    subject: 'Black week',
    noReceipt: true,
  },
  'google-group': { outcome: 'enquiry', reason: 'unknown', authentication: 'server', subject: 'Möte', noReceipt: true },
  'forwarded-chain': {
    outcome: 'ticket',
    authentication: 'server',
    subject: 'Er order',
    textHas: 'Ni måste byta brandvägg.',
    folds: '',
  },
  'forwarded-as-attachment': {
    outcome: 'ticket',
    authentication: 'server',
    subject: 'Er order',
    text: 'Se bifogat mejl.',
    files: ['Er order.eml'],
  },
  'outlook-invitation': {
    outcome: 'ticket',
    authentication: 'server',
    subject: 'Besök',
    text: 'Välkommen på besök.',
    remarks: ['calendar'],
  },
  'google-invitation': {
    outcome: 'ticket',
    authentication: 'server',
    subject: 'Inbjudan: Besök',
    text: 'Kim har bjudit in dig.',
    remarks: ['calendar'],
  },
  'calendar-accepted': {
    outcome: 'comment',
    authentication: 'server',
    subject: 'Accepterat: WiFi nere',
    text: '',
    remarks: ['calendar'],
  },
  'smime-signed': {
    outcome: 'comment',
    authentication: 'server',
    subject: 'WiFi nere',
    text: 'Nu blinkar det rött igen.',
    files: ['smime.p7s'],
    remarks: ['signed'],
  },
  'smime-encrypted': {
    outcome: 'comment',
    authentication: 'server',
    subject: 'WiFi nere',
    text: '',
    files: ['smime.p7m'],
    remarks: ['encrypted'],
  },
  'pgp-signed': {
    outcome: 'comment',
    authentication: 'server',
    subject: 'WiFi nere',
    text: 'Nu blinkar det rött igen.',
    files: ['signature.asc'],
    remarks: ['signed'],
  },
  'pgp-encrypted': {
    outcome: 'comment',
    authentication: 'server',
    subject: 'WiFi nere',
    text: '',
    remarks: ['encrypted'],
  },
  'winmail-dat': {
    outcome: 'comment',
    authentication: 'server',
    subject: 'WiFi nere',
    text: 'Nu blinkar det rött igen.',
    files: ['winmail.dat'],
    remarks: ['winmail'],
  },
}
