// The writes that each actor may and may not make to mailboxes and the record of incoming mail.
import { refused, type WriteProbe } from './policy-probe.ts'
import type { Organization, TwoOrganizations } from './two-organizations.ts'

export function mailWrites({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const mailbox = (of: Organization) =>
    `insert into mailboxes (org_id, id, address, host, port, tls, login, secret, key_id)
     values ('${of.id}', gen_random_uuid(), 'ny@example.se', 'x', 993, 'tls', 'x', 'x', 'k1')`
  const mailServer = (of: Organization) =>
    `insert into mail_servers (org_id, host, port, tls, from_address) values ('${of.id}', 'x', 25, 'none', 'y@example.se')`
  const hide = (of: Organization) => `insert into hidden_checklists (org_id) values ('${of.id}')`
  const message = (of: Organization) =>
    `insert into mail_messages (org_id, id, uid_validity, uid, fingerprint, from_name, subject, received_at, authentication, outcome)
     values ('${of.id}', gen_random_uuid(), 1, 99, sha256('99'), '', '', now(), 'none', 'enquiry')`
  const bounce = (of: Organization) =>
    `insert into mail_addresses (org_id, address, last_bounce_on) values ('${of.id}', 'y@example.se', '2026-11-21')`
  const ticketMail = (of: Organization) =>
    `insert into ticket_mail_counts (org_id, ticket_id, address) values ('${of.id}', '${of.ticket}', 'y@example.se')`
  const mailSubject = `insert into ticket_mail_subjects (org_id, ticket_id, subject) values ('${ours.id}', '${ours.otherTicket}', 'x')`
  const sentMail = `insert into sent_letters (org_id, message_id, ticket_id, subject, text) values ('${ours.id}', 'x', '${ours.ticket}', 'x', 'x')`
  const enquire = `select enquire_by_mail('${ours.id}', gen_random_uuid(), 'mail', 'X', 'x@example.se', '{}', 'X', 'none', null, now())`
  const undelivered = (of: Organization) =>
    `insert into undelivered_mail (org_id, id, message_id, address, ticket_id) values ('${of.id}', gen_random_uuid(), 'y', 'y@example.se', '${of.ticket}')`
  const elsewhere = `insert into enquiry_replies (org_id, id, enquiry_id, author, text, sent_to)
    values ('${ours.id}', gen_random_uuid(), '${ours.enquiry}', '${ours.technician}', 'X', 'y@example.se')`
  const forward = (of: Organization, by: string) =>
    `insert into enquiry_forwards (org_id, id, enquiry_id, author, sent_to) values ('${of.id}', gen_random_uuid(), '${of.enquiry}', '${by}', 'y@example.se')`
  const ownMailbox = `select where is_own_mailbox('Samma+x@example.se')`
  const enquirer = `select comment_by_enquirer('${ours.id}', gen_random_uuid(), '${ours.ticket}', 'samma@example.se', 'X', 'X', now())`
  const copies = `select copy_by_mail('${ours.id}', gen_random_uuid(), '{}')`
  const rule = (of: Organization, by = ours.technician) =>
    `insert into sender_rules (org_id, id, address, rule, created_by) values ('${of.id}', gen_random_uuid(), 'y@example.se', 'discard', '${by}')`
  const mailFile = `select store_mail_file('${ours.id}', gen_random_uuid(), null, null, '${ours.enquiry}', 'known', false, 'x', 'text/plain', 1, sha256('x'), null, null, '{}', 1, 'ready')`
  const mailChunk = `select store_mail_chunk('${ours.id}', '${ours.file.ofEnquiry}', 'original', 0, 'x')`
  return [
    ['technician', 'makes a rule for a sender', rule(ours), 1],
    ['technician', 'makes a rule in another’s name', rule(ours, ours.admin), refused],
    ['technician', 'makes a rule in another organization', rule(theirs), refused],
    ['customer', 'makes a rule for a sender', rule(ours), refused],
    ['jobs', 'makes a rule for a sender', rule(ours), refused],
    ['technician', 'changes a rule', `update sender_rules set rule = 'inbox'`, refused],
    ['technician', 'removes rules', 'delete from sender_rules', 1],
    ['customer', 'removes rules', 'delete from sender_rules', 0],
    ['jobs', 'removes rules', 'delete from sender_rules', refused],
    ['admin', 'adds a mailbox', mailbox(ours), 1],
    ['admin', 'adds a mailbox to another organization', mailbox(theirs), refused],
    ['technician', 'adds a mailbox', mailbox(ours), refused],
    ['customer', 'adds a mailbox', mailbox(ours), refused],
    ['jobs', 'adds a mailbox', mailbox(ours), refused],
    ['admin', 'changes a password', `update mailboxes set secret = 'y'`, 1],
    ['technician', 'changes a password', `update mailboxes set secret = 'y'`, 0],
    ['customer', 'changes a password', `update mailboxes set secret = 'y'`, 0],
    ['jobs', 'changes a password', `update mailboxes set secret = 'y'`, refused],
    ['admin', 'reads a password', 'select secret from mailboxes', refused],
    ['technician', 'reads a password', 'select secret from mailboxes', refused],
    ['site', 'reads a password', 'select secret from mailboxes', refused],
    ['jobs', 'reads a password', 'select secret from mailboxes', 2],
    ['jobs', 'records that a mailbox was read', 'update mailboxes set seen_at = now()', 2],
    ['jobs', 'changes the host of a mailbox', `update mailboxes set host = 'x'`, refused],
    ['technician', 'lists mailboxes that cannot be read', 'select from unread_mailboxes()', 1],
    ['customer', 'lists mailboxes that cannot be read', 'select from unread_mailboxes()', 0],
    ['site', 'lists mailboxes that cannot be read', 'select from unread_mailboxes()', refused],
    ['admin', 'changes the password of the mail server', `update mail_servers set secret = 'y'`, 1],
    ['technician', 'changes the password of the mail server', `update mail_servers set secret = 'y'`, 0],
    ['customer', 'changes the password of the mail server', `update mail_servers set secret = 'y'`, 0],
    ['jobs', 'changes the password of the mail server', `update mail_servers set secret = 'y'`, refused],
    ['admin', 'reads the password of the mail server', 'select secret from mail_servers', refused],
    ['technician', 'reads the password of the mail server', 'select secret from mail_servers', refused],
    ['site', 'reads the password of the mail server', 'select secret from mail_servers', refused],
    ['jobs', 'reads the password of the mail server', 'select secret from mail_servers', 2],
    ['admin', 'moves the mail server', `update mail_servers set org_id = '${theirs.id}'`, refused],
    ['admin', 'enters the mail server of another organization', mailServer(theirs), refused],
    ['technician', 'enters a mail server', mailServer(ours), refused],
    ['technician', 'asks whether there is a mail server', 'select where has_mail_server()', 1],
    ['customer', 'asks whether there is a mail server', 'select where has_mail_server()', 0],
    ['site', 'asks whether there is a mail server', 'select where has_mail_server()', refused],
    ['admin', 'removes the mail server', 'delete from mail_servers', 1],
    ['technician', 'removes the mail server', 'delete from mail_servers', 0],
    [
      'admin',
      'hides the checklist again',
      `insert into hidden_checklists (org_id) values ('${ours.id}') on conflict do nothing`,
      0,
    ],
    ['admin', 'hides the checklist of another organization', hide(theirs), refused],
    ['technician', 'hides the checklist', hide(ours), refused],
    ['customer', 'hides the checklist', hide(ours), refused],
    ['jobs', 'records an outage of the mail server', `update mail_outage set reason = 'tls'`, 1],
    ['jobs', 'ends an outage of the mail server', 'delete from mail_outage', 1],
    ['admin', 'ends an outage of the mail server', 'delete from mail_outage', refused],
    ['technician', 'reads whose mail was refused', 'select refusals from mail_outage', refused],
    ['admin', 'moves a mailbox', `update mailboxes set org_id = '${theirs.id}'`, refused],
    ['admin', 'removes mailboxes', 'delete from mailboxes', 1],
    ['technician', 'removes mailboxes', 'delete from mailboxes', 0],
    ['jobs', 'records a mail', message(ours), 1],
    ['technician', 'records a mail', message(ours), refused],
    ['admin', 'changes what a mail was', `update mail_messages set authentication = 'dkim'`, refused],
    ['jobs', 'changes what a mail was', `update mail_messages set authentication = 'dkim'`, refused],
    ['jobs', 'reads the subjects of mails, for its replies', 'select subject from mail_messages', 4],
    ['jobs', 'reads the content of mails', 'select raw from mail_messages', refused],
    ['jobs', 'removes expired originals', 'update mail_messages set raw = null, raw_until = null', 2],
    ['jobs', 'removes mails', 'delete from mail_messages', refused],
    ['jobs', 'counts a bounce', bounce(ours), 1],
    ['technician', 'counts a bounce', bounce(ours), refused],
    ['admin', 'lifts a pause', 'delete from mail_addresses', 1],
    ['technician', 'lifts a pause', 'delete from mail_addresses', 0],
    ['customer', 'lifts a pause', 'delete from mail_addresses', 0],
    ['jobs', 'counts a mail about a ticket', ticketMail(ours), 1],
    ['technician', 'counts a mail about a ticket', ticketMail(ours), refused],
    ['jobs', 'changes whose mail was counted', `update ticket_mail_counts set address = 'y@example.se'`, refused],
    ['jobs', 'stores the mail subject of a ticket', mailSubject, 1],
    ['technician', 'stores the mail subject of a ticket', mailSubject, refused],
    ['jobs', 'stores a sent mail', sentMail, 1],
    ['technician', 'stores a sent mail', sentMail, refused],
    ['jobs', 'changes a sent mail', `update sent_letters set text = 'x'`, refused],
    ['jobs', 'deletes sent mails', 'delete from sent_letters', 2],
    ['jobs', 'changes the mail subject of tickets', `update ticket_mail_subjects set subject = 'x'`, refused],
    ['jobs', 'deletes counts of mail', 'delete from ticket_mail_counts', 2],
    ['jobs', 'records an undelivered mail', undelivered(ours), 1],
    ['technician', 'records an undelivered mail', undelivered(ours), refused],
    ['jobs', 'deletes undelivered mails', 'delete from undelivered_mail', refused],
    ['technician', 'answers an enquiry at an address of their own choice', elsewhere, refused],
    ['technician', 'forwards an enquiry', forward(ours, ours.technician), 1],
    ['technician', 'forwards an enquiry in another’s name', forward(ours, ours.admin), refused],
    ['technician', 'forwards an enquiry of another organization', forward(theirs, ours.technician), refused],
    ['customer', 'forwards an enquiry', forward(ours, ours.portalUser), refused],
    ['jobs', 'forwards an enquiry', forward(ours, ours.technician), refused],
    [
      'technician',
      'rewrites to whom an enquiry was forwarded',
      `update enquiry_forwards set sent_to = 'z@example.se'`,
      refused,
    ],
    ['admin', 'removes to whom an enquiry was forwarded', 'delete from enquiry_forwards', refused],
    ['technician', 'asks for an own mailbox', ownMailbox, 1],
    ['customer', 'asks for an own mailbox', ownMailbox, 0],
    ['site', 'asks for an own mailbox', ownMailbox, refused],
    ['jobs', 'changes signatures', `update staff_settings set signature = 'X'`, refused],
    ['technician', 'comments as the sender of an enquiry', enquirer, refused],
    ['jobs', 'comments on a ticket of no enquiry as its sender', enquirer, refused],
    ['admin', 'records that tagged addresses work', 'update mailboxes set plus_confirmed_at = now()', 1],
    ['jobs', 'records that tagged addresses work', 'update mailboxes set plus_confirmed_at = now()', 2],
    ['jobs', 'records that they no longer work', 'update mailboxes set plus_tried_at = now(), plus_lost_at = now()', 2],
    ['admin', 'begins a trial', 'update mailboxes set plus_tried_at = now()', refused],
    ['jobs', 'writes an enquiry by mail', enquire, 1],
    ['technician', 'writes an enquiry by mail', enquire, refused],
    ['site', 'writes an enquiry by mail', enquire, refused],
    ['jobs', 'adds copies without a comment', copies, refused],
    ['technician', 'adds copies as if a mail did', copies, refused],
    ['customer', 'adds copies as if a mail did', copies, refused],
    ['technician', 'accepts what is no mail', `select accept_mail('${ours.enquiry}', gen_random_uuid())`, refused],
    ['customer', 'asks who a sender is', `select senders_known('${ours.id}', 'x@example.se')`, refused],
    [
      'technician',
      'asks who a sender is of any organization',
      `select senders_known('${ours.id}', 'x@example.se')`,
      refused,
    ],
    [
      'customer',
      'asks who a sender is, as staff',
      `select from senders_known_to_staff((select email from contacts limit 1), null)`,
      0,
    ],
    ['technician', 'stores a file as if it came by mail', mailFile, refused],
    ['customer', 'stores a file as if it came by mail', mailFile, refused],
    ['site', 'stores a file as if it came by mail', mailFile, refused],
    ['jobs', 'adds a file to an enquiry of an earlier mail', mailFile, refused],
    ['technician', 'changes a file as if it came by mail', mailChunk, refused],
    ['jobs', 'changes a file of an earlier mail', mailChunk, refused],
  ]
}
