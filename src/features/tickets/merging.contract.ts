// Merging tickets of one customer, separating them again, and relating tickets (docs/decisions/105).
import { z } from 'zod'
import { del, get, Id, IdParams, nothing, post, put, requiredId, SearchText, Version } from '#shared/contract.ts'
import { Copies } from './ticket-contacts.contract.ts'
import { Ticket, TicketRow } from './tickets.contract.ts'

/** How many tickets the search of another one shows. */
export const OTHER_TICKETS_MAX = 20

export const ITSELF = 'Välj ett annat ärende än det du är i.'
export const OF_OTHER_CUSTOMER = 'Bara ärenden hos samma kund kan slås ihop.'
export const COPY_OF_NOBODY = 'Välj bland dem som anmälde ärendet eller får kopia av det.'

const numbered = ({ ticketNumber }: { ticketNumber: number }) => `#${ticketNumber}`
type Numbered = Pick<TicketRow, 'ticketNumber'>

/** Why a ticket cannot be merged into another. */
export const isMergedText = (ticket: Numbered, survivor: Numbered) =>
  `${numbered(ticket)} är redan hopslaget med ${numbered(survivor)}.`
export const chooseSurvivorText = (chosen: Numbered, survivor: Numbered) =>
  `${numbered(chosen)} är hopslaget med ${numbered(survivor)}. Välj ${numbered(survivor)} i stället.`
export const hasMergedText = (ticket: Numbered, into: Numbered) =>
  `${numbered(ticket)} har andra ärenden hopslagna med sig. Lägg ${numbered(into)} i ${numbered(ticket)}, eller dela upp dem först.`
export const intoDoneText = (ticket: Numbered, into: Numbered) =>
  `${numbered(into)} är löst eller stängt. Öppna det först, eller lägg ${numbered(into)} i ${numbered(ticket)}.`
/** Why nothing of a merged ticket changes. */
export const writeInSurvivorText = (survivor: Numbered) =>
  `Ärendet är hopslaget med ${numbered(survivor)}. Fortsätt där.`

/** `into` null: separated again. `copies`: people of the merged ticket who get copies of the survivor, and see it. */
export const Merge = z.strictObject({
  into: requiredId('Välj ett ärende').nullable(),
  copies: Copies.default([]),
  version: Version,
})
export type Merge = z.output<typeof Merge>

export const OthersFilter = z.strictObject({
  /** A number, or words; without any, the newest. */
  search: SearchText.optional(),
  /** Tickets of the same customer by number and title, or of all customers as searches find them. */
  of: z.enum(['customer', 'all']).default('customer'),
})
export type OthersFilter = z.output<typeof OthersFilter>

export const merging = {
  others: get('/api/tickets/:id/others', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'Other tickets that are not merged, newest first, to merge with or to relate to',
    params: IdParams,
    query: OthersFilter,
    returns: z.array(TicketRow),
  }),
  merge: put('/api/tickets/:id/merged-into', {
    allow: 'staff',
    keyScope: 'tickets',
    summary: 'Merges a ticket into another of the same customer, or separates it; 409 with the current ticket',
    params: IdParams,
    body: Merge,
    returns: Ticket,
  }),
  relate: post('/api/tickets/:id/related', {
    allow: 'staff',
    keyScope: 'tickets',
    summary: 'Relates two tickets to each other',
    params: IdParams,
    body: z.strictObject({ relatedId: requiredId('Välj ett ärende') }),
    returns: nothing,
  }),
  unrelate: del('/api/tickets/:id/related/:relatedId', {
    allow: 'staff',
    keyScope: 'tickets',
    summary: 'Removes the relation of two tickets',
    params: z.strictObject({ id: Id, relatedId: Id }),
    returns: nothing,
  }),
}
