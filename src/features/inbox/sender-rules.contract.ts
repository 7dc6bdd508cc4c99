// Rules for mail from an address, made by staff in Inkorg.
import { z } from 'zod'
import { CustomerName } from '#features/customers/customers.contract.ts'
import { del, get, Id, IdParams, nothing, post, requiredId } from '#shared/contract.ts'

export const senderRuleKinds = ['ticket', 'inbox', 'discard'] as const
const SenderRuleKind = z.enum(senderRuleKinds)
export type SenderRuleKind = z.infer<typeof SenderRuleKind>

/** Mail with the same sender and subject is added to the open ticket if it follows the last one within so many hours. */
export const REPEATED_MAIL_HOURS = 24

export const RULE_NOT_FOUND = 'Regeln finns inte'
export const CONTACT_IS_NOT_DISCARDED = 'Avsändaren är en kontakt. Mejl från kontakter slängs inte.'

export const SenderRule = z.object({
  id: Id,
  address: z.string(),
  rule: SenderRuleKind,
  /** The customer that tickets are opened for. */
  customer: CustomerName.nullable(),
  createdBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type SenderRule = z.infer<typeof SenderRule>

/** A rule as a sentence about mail of its address. */
export function ruleText({ rule, customer }: Pick<SenderRule, 'rule' | 'customer'>): string {
  switch (rule) {
    case 'ticket':
      return `Blir alltid ett ärende för ${customer?.name ?? 'kunden'}`
    case 'inbox':
      return 'Hamnar alltid i Inkorg'
    case 'discard':
      return 'Slängs'
  }
}

export const NewSenderRule = z
  .strictObject({ rule: SenderRuleKind, customerId: requiredId('Välj en kund').optional() })
  .refine(({ rule, customerId }) => (rule === 'ticket') === (customerId !== undefined), {
    error: 'Välj en kund',
    path: ['customerId'],
  })
export type NewSenderRule = z.output<typeof NewSenderRule>

export const senderRules = {
  list: get('/api/sender-rules', {
    allow: 'staff',
    summary: 'The rules for senders, by address',
    returns: z.array(SenderRule),
  }),
  create: post('/api/enquiries/:id/rule', {
    allow: 'staff',
    summary: 'Makes a rule for the sender of a mail, replacing an earlier one, and applies it to that mail',
    params: IdParams,
    body: NewSenderRule,
    returns: z.object({ rule: SenderRule, ticket: z.object({ id: Id, ticketNumber: z.int() }).nullable() }),
    creates: true,
  }),
  remove: del('/api/sender-rules/:id', {
    allow: 'staff',
    summary: 'Removes a rule; mail received before stays where it is',
    params: IdParams,
    returns: nothing,
  }),
}
