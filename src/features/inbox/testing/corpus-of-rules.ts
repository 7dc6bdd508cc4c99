// Expectations for mail of senders with a rule (corpus-table.ts).
import type { Expected } from './expected-mail.ts'

export const expectedOfRules: Record<string, Expected> = {
  'rule-ticket-of-alarm': {
    outcome: 'ticket',
    authentication: 'server',
    isAutomatic: true,
    subject: 'Varning: volym 1',
  },
  'rule-ticket-repeated': { outcome: 'comment', authentication: 'server', isAutomatic: true, text: 'Volym 1 är full.' },
  'rule-ticket-unauthenticated': { outcome: 'enquiry', reason: 'no_proof', authentication: 'none', isAutomatic: true },
  'rule-ticket-answers-thread': { outcome: 'automatic', authentication: 'server', isAutomatic: true },
  'rule-inbox-of-program': { outcome: 'enquiry', reason: 'rule', authentication: 'server', isAutomatic: true },
  'rule-discard': { outcome: 'discarded', authentication: 'server', subject: 'Black week' },
  // Mail of a known person is never discarded.
  'rule-discard-of-contact': { outcome: 'ticket', authentication: 'server', subject: 'Skrivaren' },
}
