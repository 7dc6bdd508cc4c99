// What is expected of mail whose sender staff have made a rule for (corpus-table.ts).
import type { Expected } from './expected-mail.ts'

export const expectedOfRules: Record<string, Expected> = {
  'rule-ticket-of-alarm': { fate: 'ticket', proof: 'server', isAutomatic: true, subject: 'Varning: volym 1' },
  'rule-ticket-repeated': { fate: 'comment', proof: 'server', isAutomatic: true, text: 'Volym 1 är full.' },
  'rule-ticket-without-proof': { fate: 'enquiry', reason: 'no_proof', proof: 'none', isAutomatic: true },
  'rule-ticket-answers-thread': { fate: 'automatic', proof: 'server', isAutomatic: true },
  'rule-inbox-of-program': { fate: 'enquiry', reason: 'rule', proof: 'server', isAutomatic: true },
  'rule-discard': { fate: 'discarded', proof: 'server', subject: 'Black week' },
  // A person whom we know is never discarded.
  'rule-discard-of-contact': { fate: 'ticket', proof: 'server', subject: 'Skrivaren' },
}
