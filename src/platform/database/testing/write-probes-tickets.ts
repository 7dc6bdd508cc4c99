import { refused, type WriteProbe } from './policy-probe.ts'
import type { Organization, TwoOrganizations } from './two-organizations.ts'

/** Writes to the tables of tickets and their conversation, and the functions that read them. */
export const ticketWrites = (two: TwoOrganizations): WriteProbe[] => [
  ...tickets(two),
  ...ticketNumbers(two),
  ...answerClock(two),
  ...conversation(two),
  ...merged(two),
  ...bulkChanges(two),
  ...cannedAnswers(two),
]

/** Merged and related tickets. */
function merged({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const { portalUser } = ours
  const link = ({ id, ticket, otherTicket }: Organization) =>
    `insert into ticket_links (org_id, ticket_id, related_id)
     values ('${id}', least('${ticket}'::uuid, '${otherTicket}'), greatest('${ticket}'::uuid, '${otherTicket}')) on conflict do nothing`
  // The trigger, not the statement, decides.
  const forged = `with written as (
      insert into ticket_comments (org_id, id, customer_id, ticket_id, user_id, comment, from_ticket_id)
      values ('${ours.id}', gen_random_uuid(), '${ours.customer}', '${ours.ticket}', '${portalUser}', 'X', '${ours.otherTicket}')
      returning from_ticket_id)
    select from written where from_ticket_id is null`
  return [
    ['technician', 'relates tickets', link(ours), 0],
    ['technician', 'relates tickets of another organization', link(theirs), refused],
    ['customer', 'relates tickets', link(ours), refused],
    ['technician', 'removes all relations', 'delete from ticket_links', 1],
    ['admin', 'removes all relations', 'delete from ticket_links', 1],
    ['customer', 'removes all relations', 'delete from ticket_links', 0],
    ['jobs', 'removes all relations', 'delete from ticket_links', refused],
    ['technician', 'separates all tickets', 'update tickets set merged_into = null', 2],
    ['customer', 'separates all tickets', 'update tickets set merged_into = null', 0],
    ['admin', 'forges the status before a merge', 'update tickets set status_before_merge = null', refused],
    ['customer', 'forges where a comment was written', forged, 1],
    ['jobs', 'merges tickets', 'update tickets set merged_into = null', refused],
    ['technician', 'announces a comment', `select announce_comment(c) from ticket_comments c`, refused],
  ]
}

function tickets({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const { technician, portalUser } = ours
  const ticket = (org: string, of: string, by: string, rest = `'open', null`) =>
    `insert into tickets (org_id, id, ticket_number, customer_id, title, description, created_by, status, assigned_to)
     values ('${org}', gen_random_uuid(), 9999, '${of}', 'X', 'X', '${by}', ${rest})`
  const search = `select from search_tickets('samma kund', 'samma kund', 'active', null, null, null, null, null, null, 51)`
  const counted = `select from count_searched_tickets('samma kund', 'samma kund')`
  // The triggers, not the statement, decide.
  const unclocked = (of: string, by: string) =>
    `with opened as (insert into tickets (org_id, id, ticket_number, customer_id, title, description, created_by, unanswered_since)
       values ('${ours.id}', gen_random_uuid(), 9999, '${of}', 'X', 'X', '${by}', null) returning unanswered_since)
     select from opened where unanswered_since is null`
  const reportedByColleague = `with opened as (
      insert into tickets (org_id, id, ticket_number, customer_id, title, description, created_by, reported_by)
      values ('${ours.id}', gen_random_uuid(), 9999, '${ours.customer}', 'X', 'X', '${portalUser}', '${ours.colleagueContact}')
      returning reported_by)
    select from opened where reported_by = '${ours.colleagueContact}'`
  return [
    ['technician', 'opens a ticket', ticket(ours.id, ours.customer, technician), 1],
    ['technician', 'opens a ticket in another organization', ticket(theirs.id, theirs.customer, technician), refused],
    ['customer', 'opens a ticket', ticket(ours.id, ours.customer, portalUser), 1],
    ['customer', 'opens a ticket for another customer', ticket(ours.id, ours.otherCustomer, portalUser), refused],
    ['customer', 'opens a closed ticket', ticket(ours.id, ours.customer, portalUser, `'closed', null`), refused],
    [
      'customer',
      'opens an assigned ticket',
      ticket(ours.id, ours.customer, portalUser, `'open', '${technician}'`),
      refused,
    ],
    ['technician', 'changes all tickets', `update tickets set status = 'closed'`, 2],
    ['customer', 'changes all tickets', `update tickets set status = 'closed'`, 0],
    ['technician', 'forges history', `insert into ticket_changes (org_id) values ('${ours.id}')`, refused],
    ['colleague', 'opens a ticket', ticket(ours.id, ours.customer, ours.colleague), 1],
    ['customer', 'opens a ticket in the name of a colleague', reportedByColleague, 0],
    ['technician', 'stops the clock', `update tickets set unanswered_since = null`, refused],
    ['technician', 'sets the last activity', `update tickets set last_activity_at = now()`, refused],
    ['technician', 'holds tickets', `update tickets set on_hold_since = now() where unanswered_since is null`, 2],
    ['technician', 'says that a customer was reminded', `update tickets set hold_reminded_at = null`, refused],
    ['customer', 'ends a wait', `update tickets set on_hold_since = null`, 0],
    ['customer', 'opens a ticket that does not wait', unclocked(ours.customer, portalUser), 0],
    ['technician', 'opens a ticket that waits', unclocked(ours.customer, technician), 1],
    ['technician', 'searches tickets', search, 2],
    ['admin', 'searches tickets', search, 2],
    ['customer', 'searches tickets', search, 0],
    ['technician', 'counts a search of tickets', `${counted} where active = 2`, 1],
    ['customer', 'counts a search of tickets', `${counted} where active > 0`, 0],
    ['jobs', 'counts a search of tickets', counted, refused],
    ['unlinked', 'searches tickets', search, 0],
    ['nobody', 'searches tickets', search, 0],
    ['jobs', 'searches tickets', search, refused],
    ['site', 'searches tickets', search, refused],
    ['jobs', 'changes tickets', `update tickets set status = 'closed'`, refused],
  ]
}

function ticketNumbers({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const sequence = (org: string) => `ticket_number_${org.replaceAll('-', '')}`
  const reminder = `select from note_reminder('${ours.id}', '${ours.ticket}', now()) as id where id is null`
  const offer = `select from offer_closing('${ours.id}', '${ours.ticket}', now()) as is_offered where not is_offered`
  return [
    ['customer', 'takes a ticket number', `select generate_ticket_number()`, 1],
    ['jobs', 'takes a ticket number', `select generate_ticket_number()`, refused],
    ['technician', 'reads the ticket sequence', `select last_value from ${sequence(ours.id)}`, refused],
    ['technician', 'reads another organization’s sequence', `select last_value from ${sequence(theirs.id)}`, refused],
    ['customer', 'takes another organization’s number', `select nextval('${sequence(theirs.id)}')`, refused],
    ['admin', 'resets the ticket sequence', `select setval('${sequence(ours.id)}', 1)`, refused],
    ['admin', 'starts the ticket sequence', `select start_ticket_numbers('${ours.id}')`, refused],
    ['technician', 'counts tickets', `select from count_tickets() where active > 0`, 1],
    ['customer', 'counts tickets', `select from count_tickets() where active > 0`, 0],
    ['technician', 'counts work', `select from count_work() where mine > 0`, 1],
    ['customer', 'counts work', `select from count_work() where waiting + mine + urgent > 0`, 0],
    ['jobs', 'counts work', `select from count_work()`, refused],
    ['jobs', 'reminds of a wait that has ended', reminder, 1],
    ['jobs', 'offers to close a ticket that does not wait', offer, 1],
    ['technician', 'reminds of a wait', reminder, refused],
    ['customer', 'offers to close a ticket', offer, refused],
    ['admin', 'derives the clocks', `call derive_ticket_clocks()`, refused],
    ['technician', 'reads a clock', `select first_unanswered_at(tickets) from tickets`, refused],
  ]
}

/** When answers are due: written by functions of the database alone. */
function answerClock({ ours }: TwoOrganizations): WriteProbe[] {
  const promised = `with opened as (
      insert into tickets (org_id, id, ticket_number, customer_id, title, description, created_by, promised_at, due_at, told)
      values ('${ours.id}', gen_random_uuid(), 9999, '${ours.customer}', 'X', 'X', '${ours.portalUser}', now(), now(), '[{}]')
      returning promised_at, due_at, told)
    select from opened where promised_at is not null or due_at is not null or told <> '[]'`
  const all = `select from list_answers('${ours.id}', 'ticket', null, 10, true)`
  const facts = `select answer_facts_of_ticket(tickets) from tickets`
  return [
    ['technician', 'sets when an answer is due', 'update tickets set due_at = null', refused],
    ['admin', 'changes a promise', 'update tickets set promised_at = null', refused],
    ['admin', 'says that an answer’s moment is computed', 'update tickets set unsettled_in = null', refused],
    ['technician', 'sets when an enquiry’s answer is due', 'update enquiries set due_at = null', refused],
    ['customer', 'opens a ticket with a promise', promised, 0],
    ['technician', 'reads what it has not changed', 'select from unsettled_answers()', 0],
    ['customer', 'reads what an answer depends on', facts, refused],
    ['technician', 'computes all answers', all, refused],
    ['site', 'computes all answers', all, refused],
    ['jobs', 'computes all answers', all, 2],
    ['jobs', 'stores computed answers', `select recompute_answers('[]')`, 1],
    ['customer', 'stores computed answers', `select recompute_answers('[]')`, refused],
    ['site', 'stores computed answers', `select recompute_answers('[]')`, refused],
  ]
}

function conversation({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const { technician, admin, portalUser } = ours
  const comment = (of: Organization, about: 'ticket' | 'otherTicket', by: string, internal: boolean) =>
    `insert into ticket_comments (org_id, id, customer_id, ticket_id, user_id, comment, is_internal)
     values ('${of.id}', gen_random_uuid(), '${about === 'ticket' ? of.customer : of.otherCustomer}', '${of[about]}', '${by}', 'X', ${internal})`
  const draft = (of: Organization, user: string) =>
    `insert into ticket_drafts (org_id, user_id, ticket_id, comment) values ('${of.id}', '${user}', '${of.otherTicket}', 'x')`
  const reminder = (of: Organization, user: string) =>
    `insert into ticket_reminders values ('${of.id}', '${user}', '${of.otherTicket}', '2026-12-01')`
  const view = (of: Organization, user: string) =>
    `insert into ticket_views values ('${of.id}', gen_random_uuid(), '${user}', 'X', 'X')`
  const copy = (of: Organization) =>
    `insert into ticket_watchers (org_id, customer_id, ticket_id, contact_id)
     values ('${of.id}', '${of.customer}', '${of.ticket}', '${of.colleagueContact}')`
  return [
    ['technician', 'gives a copy', copy(ours), 1],
    ['technician', 'gives a copy in another organization', copy(theirs), refused],
    ['customer', 'gives a copy', copy(ours), refused],
    ['colleague', 'gives itself a copy', copy(ours), refused],
    ['technician', 'takes copies back', 'delete from ticket_watchers', 1],
    ['customer', 'takes copies back', 'delete from ticket_watchers', 0],
    ['technician', 'reads who sees a ticket', 'select contacts_of(tickets) from tickets', refused],
    ['colleague', 'comments on a ticket of a colleague', comment(ours, 'ticket', ours.colleague, false), refused],
    [
      'colleague',
      'saves a draft on a ticket of a colleague',
      `insert into ticket_drafts (org_id, user_id, ticket_id, comment) values ('${ours.id}', '${ours.colleague}', '${ours.ticket}', 'x') on conflict do nothing`,
      refused,
    ],
    ['technician', 'comments internally', comment(ours, 'ticket', technician, true), 1],
    ['technician', 'comments as another', comment(ours, 'ticket', admin, true), refused],
    ['technician', 'comments in another organization', comment(theirs, 'ticket', technician, true), refused],
    ['customer', 'comments', comment(ours, 'ticket', portalUser, false), 1],
    ['customer', 'comments internally', comment(ours, 'ticket', portalUser, true), refused],
    ['customer', 'comments on another customer’s ticket', comment(ours, 'otherTicket', portalUser, false), refused],
    ['technician', 'saves an own draft', draft(ours, technician), 1],
    ['technician', 'saves another’s draft', draft(ours, admin), refused],
    ['technician', 'saves a draft in another organization', draft(theirs, technician), refused],
    ['unlinked', 'saves a draft', draft(ours, portalUser), refused],
    ['technician', 'changes all drafts', `update ticket_drafts set comment = 'y'`, 1],
    ['technician', 'sets a reminder', reminder(ours, technician), 1],
    ['technician', 'sets a colleague’s reminder', reminder(ours, admin), refused],
    ['admin', 'sets a reminder in another organization', reminder(theirs, admin), refused],
    ['customer', 'sets a reminder', reminder(ours, portalUser), refused],
    ['technician', 'moves all reminders', `update ticket_reminders set remind_on = '2026-12-02'`, 1],
    ['technician', 'removes all reminders', 'delete from ticket_reminders', 1],
    ['technician', 'saves a view', view(ours, technician), 1],
    ['technician', 'saves a colleague’s view', view(ours, admin), refused],
    ['admin', 'saves a view in another organization', view(theirs, theirs.admin), refused],
    ['customer', 'saves a view', view(ours, portalUser), refused],
    ['technician', 'renames all views', `update ticket_views set name = 'Y'`, 1],
    ['technician', 'removes all views', 'delete from ticket_views', 1],
  ]
}

function bulkChanges({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const change = (of: Organization, user: string) =>
    `insert into bulk_changes (org_id, id, user_id, field, after) values ('${of.id}', gen_random_uuid(), '${user}', 'status', 'closed')`
  const undoOf = (user: string) => `select from bulk_changes b, undo_bulk_change(b.id) where user_id = '${user}'`
  // As a request cannot see the ids of others, these stand for a guess.
  const note = `select note_bulk_tickets(gen_random_uuid(), array['${ours.ticket}']::uuid[])`
  const end = `select end_bulk_change('${ours.id}', gen_random_uuid())`
  return [
    ['technician', 'notes a bulk change', change(ours, ours.technician), 1],
    ['technician', 'notes a colleague’s bulk change', change(ours, ours.admin), refused],
    ['admin', 'notes a bulk change in another organization', change(theirs, theirs.admin), refused],
    ['customer', 'notes a bulk change', change(ours, ours.portalUser), refused],
    ['technician', 'undoes an own bulk change', undoOf(ours.technician), 1],
    ['technician', 'undoes a colleague’s bulk change', undoOf(ours.admin), 0],
    ['customer', 'undoes a bulk change', undoOf(ours.technician), 0],
    ['jobs', 'undoes a bulk change', `select undo_bulk_change(gen_random_uuid())`, refused],
    ['technician', 'changes what a bulk change was', `update bulk_changes set after = 'open'`, refused],
    ['technician', 'removes a bulk change', 'delete from bulk_changes', refused],
    ['technician', 'stores the tickets of no bulk change', note, 1],
    ['site', 'stores tickets of a bulk change', note, refused],
    ['jobs', 'ends a bulk change', end, 0],
    ['technician', 'ends a bulk change', end, refused],
    ['technician', 'undoes one ticket', `select undo_bulk_ticket(b, null) from bulk_changes b`, refused],
  ]
}

function cannedAnswers({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const answer = (of: Organization) =>
    `insert into canned_answers (org_id, id, name, text) values ('${of.id}', gen_random_uuid(), 'x', 'X')`
  return [
    ['technician', 'adds a canned answer', answer(ours), 1],
    ['technician', 'adds a canned answer in another organization', answer(theirs), refused],
    ['customer', 'adds a canned answer', answer(ours), refused],
    ['technician', 'changes all canned answers', `update canned_answers set text = 'Y'`, 1],
    ['customer', 'changes all canned answers', `update canned_answers set text = 'Y'`, 0],
    ['technician', 'removes all canned answers', 'delete from canned_answers', 1],
    ['customer', 'removes all canned answers', 'delete from canned_answers', 0],
  ]
}

export function notificationWrites({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const { technician, admin, portalUser } = ours
  const mention = (of: Organization, by: string) =>
    `insert into comment_mentions (org_id, ticket_id, comment_id, user_id, name, mentioned_by)
     select '${of.id}', ticket_id, id, '${of.technician}', 'Samma Namn', '${by}' from ticket_comments
     where ticket_id = '${of.ticket}' and is_internal limit 1`
  const reach = (of: Organization) =>
    `select from reach_reminder((select id from ticket_reminders where user_id = '${of.technician}')) as is_reached where is_reached`
  const notify = `select add_notifications('${ours.id}', 'new', array['${technician}'::uuid], null, '${ours.ticket}', null)`
  const remindOf = (of: Organization) =>
    `select from (select remind_of_answer(id, 'late', due_at) as is_reminded from answer_reminders where ticket_id = '${of.ticket}') late
     where is_reminded`
  const place = "select place_answer_reminders('{}', '{}', '{}', '{}')"
  const count = "select note_answer_minutes('{}', '{}', '{}', '{}')"
  const readAll = 'update staff_notifications set read_at = now()'
  return [
    ['technician', 'mentions a colleague', mention(ours, technician), 1],
    ['technician', 'mentions in a colleague’s name', mention(ours, admin), refused],
    ['customer', 'mentions', mention(ours, portalUser), 0],
    ['technician', 'changes mentions', `update comment_mentions set name = 'X'`, refused],
    ['technician', 'reads all notifications', readAll, 2],
    ['customer', 'reads all notifications', readAll, 0],
    ['jobs', 'reads all notifications', readAll, refused],
    ['technician', 'gives notifications away', `update staff_notifications set user_id = '${admin}'`, refused],
    ['technician', 'removes all notifications', 'delete from staff_notifications', refused],
    ['jobs', 'removes all notifications', 'delete from staff_notifications', 4],
    ['admin', 'adds a notification', notify, refused],
    ['site', 'adds a notification', notify, refused],
    ['jobs', 'adds a notification', notify, refused],
    ['technician', 'notifies of an enquiry', `select notify_staff_of_enquiry('${ours.id}', '${theirs.id}')`, refused],
    ['jobs', 'reaches a reminder', reach(theirs), 1],
    ['technician', 'reaches a reminder', reach(ours), refused],
    ['jobs', 'reminds of an answer', remindOf(theirs), 1],
    ['technician', 'reminds of an answer', remindOf(ours), refused],
    ['technician', 'places reminders of answers', place, refused],
    ['site', 'places reminders of answers', place, refused],
    ['technician', 'counts the minutes of answers', count, refused],
    ['technician', 'refreshes the figures of answers', 'select refresh_answer_figures(now())', refused],
    ['technician', 'changes the figures of answers', 'update answer_figures set missed = 0', refused],
    [
      'technician',
      'measures the answers of another organization',
      `select measure_answers('${theirs.id}', null, now(), now())`,
      refused,
    ],
    [
      'customer',
      'measures the own answers',
      `select from answers_to_customer('${ours.customer}', now() - interval '1 day')`,
      0,
    ],
    ['customer', 'counts the minutes of answers', count, refused],
    ['jobs', 'writes reminders of answers', 'update answer_reminders set late_reminded_at = null', refused],
  ]
}
