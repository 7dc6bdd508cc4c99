import { refused, type WriteProbe } from './policy-probe.ts'
import type { Organization, TwoOrganizations } from './two-organizations.ts'

/** Writes to invoice bases, their lines, rows and questions. */
export function invoiceBasisWrites({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const { technician, admin, portalUser } = ours
  const basis = ({ id, customer }: Organization, by: string) =>
    `insert into invoice_bases (org_id, id, customer_id, customer_name, month, needs_approval, is_private, is_reverse_charge, row_count,
       minutes, labour_ore, travel_ore, material_ore, prepaid_hours_ore, rut_ore, net_ore, vat, vat_ore, total_ore, created_by)
     values ('${id}', gen_random_uuid(), '${customer}', 'X', '2026-01-01', false, false, false, 1, 1, 0, 0, 0, 0, 0, 0, '[]', 0, 0,
       '${by}')`
  const line = ({ id, draftInvoiceBasis }: Organization) =>
    `insert into invoice_basis_lines (org_id, basis_id, position, kind, quantity, per, unit, unit_ore, net_ore, vat_percent, is_rut)
     values ('${id}', '${draftInvoiceBasis}', 9, 'remote', 1, 1, 'tim', 0, 0, 25, false)`
  const row = ({ id, draftInvoiceBasis }: Organization) =>
    `insert into invoice_basis_rows (org_id, basis_id, position, source, source_id, version, work_date, kind, minutes, charged_minutes,
       after_hours_minutes, lines)
     values ('${id}', '${draftInvoiceBasis}', 9, 'time', gen_random_uuid(), 1, '2026-11-20', 'remote', 1, 1, 0, '{1}')`
  const question = ({ id }: Organization, of: string, position: number, by: string) =>
    `insert into invoice_basis_questions (org_id, basis_id, position, question, asked_by, asked_name)
     values ('${id}', '${of}', ${position}, 'X', '${by}', 'X')`
  const withdrawal = ({ approvedInvoiceBasis }: Organization) =>
    `select where withdraw_approval('${approvedInvoiceBasis}')`
  const settle = ({ id, sentInvoiceBasis }: Organization) =>
    `select where settle_invoice_basis('${id}', '${sentInvoiceBasis}', '', true, '{}')`
  const keep = `select where keep_approved_invoice_basis('${ours.approvedInvoiceBasis}', 'X', 'null', '[]')`
  const endedApproval = `insert into ended_approvals (org_id, basis_id, approved_at, approved_name)
    values ('${ours.id}', '${ours.sentInvoiceBasis}', now(), 'X')`
  const wait = `update invoice_bases set sending_id = gen_random_uuid(), sending_at = now(), sending_by = '${technician}'
    where state = 'draft'`
  const sendWaiting = `select from send_waiting_invoice_bases('${ours.id}', gen_random_uuid())`
  const addressees = ({ customer }: Organization) =>
    `select from invoice_basis_addressees(array['${customer}']::uuid[])`
  const resend = ({ sentInvoiceBasis }: Organization) => `select where resend_invoice_basis('${sentInvoiceBasis}')`
  const silently = `select where approve_silent_invoice_basis('${ours.id}', '${ours.sentInvoiceBasis}', '2099-01-01', 'X')`
  const sendsMail = ({ id }: Organization) => `select where sends_mail('${id}')`
  const allAddressees = `select from addressees_of('${ours.id}', array['${ours.customer}']::uuid[])`
  const pdf = (basisId: string) =>
    `insert into invoice_basis_pdfs (org_id, basis_id, content) values ('${ours.id}', '${basisId}', 'x')`
  const freeLine = ({ id }: Organization, of: string) =>
    `insert into free_lines (org_id, id, basis_id, text, hundredths, unit, price_ore, vat_class)
     values ('${id}', gen_random_uuid(), '${of}', 'X', 100, 'st', -100, 'standard')`
  const amounts = `update invoice_bases set net_ore = 1, total_ore = 1`
  const send = `update invoice_bases set state = 'sent' where state = 'draft'`
  const answer = (by: string) =>
    `update invoice_basis_questions set answer = 'X', answered_by = '${by}', answered_at = now()`
  const staffAlone = (action: string, ofOrganization: (of: Organization) => string): WriteProbe[] => [
    ['technician', action, ofOrganization(ours), 1],
    ['customer', action, ofOrganization(ours), refused],
    ['technician', `${action} in another organization`, ofOrganization(theirs), refused],
  ]
  return [
    ...staffAlone('makes a basis', (of) => basis(of, technician)),
    ['technician', 'makes a basis in another’s name', basis(ours, admin), refused],
    ['customer', 'makes a basis in its own name', basis(ours, portalUser), refused],
    ...staffAlone('adds a line to a basis', line),
    ...staffAlone('adds a row to a basis', row),
    ['technician', 'sends drafts', send, 1],
    ['customer', 'sends drafts', send, 0],
    ['colleague', 'sends drafts', send, 0],
    [
      'technician',
      'takes a billed basis back',
      `update invoice_bases set state = 'withdrawn', reason = 'x' where state = 'billed'`,
      refused,
    ],
    [
      'admin',
      'takes a billed basis back',
      `update invoice_bases set state = 'withdrawn', reason = 'x' where state = 'billed'`,
      1,
    ],
    ['technician', 'numbers a basis', `update invoice_bases set number = 7`, refused],
    ['technician', 'changes an amount of a draft', `${amounts} where state = 'draft'`, 1],
    ['customer', 'changes an amount of a sent basis', `${amounts} where state = 'sent'`, 0],
    ['technician', 'changes an amount of a sent basis', `${amounts} where state = 'sent'`, refused],
    ['admin', 'changes an amount of a billed basis', `${amounts} where state = 'billed'`, refused],
    ['technician', 'changes a line', `update invoice_basis_lines set net_ore = 0`, refused],
    ['technician', 'changes a row', `update invoice_basis_rows set minutes = 0`, refused],
    ['technician', 'deletes all bases that were never sent', `delete from invoice_bases`, 2],
    ['customer', 'deletes all bases', `delete from invoice_bases`, 0],
    ['technician', 'deletes lines: only the free one of a draft goes', `delete from invoice_basis_lines`, 1],
    ['customer', 'deletes lines', `delete from invoice_basis_lines`, 0],
    ...staffAlone('adds a free line to a draft', (of) => freeLine(of, of.draftInvoiceBasis)),
    ['technician', 'adds a free line to a sent basis', freeLine(ours, ours.sentInvoiceBasis), refused],
    ['technician', 'changes free lines', `update free_lines set price_ore = -1`, 1],
    ['customer', 'changes free lines', `update free_lines set price_ore = -1`, 0],
    ['technician', 'moves a free line', `update free_lines set basis_id = '${ours.sentInvoiceBasis}'`, refused],
    ['technician', 'deletes free lines', `delete from free_lines`, 1],
    ['customer', 'deletes free lines', `delete from free_lines`, 0],
    ['customer', 'approves a sent basis', `select where approve_invoice_basis('${ours.sentInvoiceBasis}')`, 1],
    ['customer', 'approves a draft', `select where approve_invoice_basis('${ours.draftInvoiceBasis}')`, 0],
    [
      'customer',
      'approves another organization’s basis',
      `select where approve_invoice_basis('${theirs.sentInvoiceBasis}')`,
      0,
    ],
    ['colleague', 'approves a sent basis', `select where approve_invoice_basis('${ours.sentInvoiceBasis}')`, 0],
    [
      'technician',
      'approves for the customer by its function',
      `select where approve_invoice_basis('${ours.sentInvoiceBasis}')`,
      0,
    ],
    ['customer', 'takes its approval back', withdrawal(ours), 1],
    ['customer', 'takes another organization’s approval back', withdrawal(theirs), 0],
    ['colleague', 'takes an approval back', withdrawal(ours), 0],
    ['technician', 'takes an approval back by the function of the customer', withdrawal(ours), 0],
    [
      'admin',
      'takes the customer’s approval back',
      `update invoice_bases set state = 'sent' where state = 'approved'`,
      refused,
    ],
    ['technician', 'removes an ended approval', `delete from ended_approvals`, refused],
    ['customer', 'changes an ended approval', `update ended_approvals set ended_name = 'X'`, refused],
    ['technician', 'adds an ended approval', endedApproval, refused],
    ['customer', 'approves by an update', `update invoice_bases set state = 'approved'`, 0],
    ['customer', 'asks about a row', question(ours, ours.sentInvoiceBasis, 2, portalUser), 1],
    ['customer', 'asks about a row in another’s name', question(ours, ours.sentInvoiceBasis, 2, technician), refused],
    ['customer', 'asks about a draft', question(ours, ours.draftInvoiceBasis, 1, portalUser), refused],
    [
      'customer',
      'asks about another organization’s row',
      question(theirs, theirs.sentInvoiceBasis, 2, portalUser),
      refused,
    ],
    ['colleague', 'asks about a row', question(ours, ours.sentInvoiceBasis, 2, ours.colleague), refused],
    ['technician', 'moves a question', question(ours, ours.draftInvoiceBasis, 1, portalUser), 1],
    [
      'technician',
      'moves a question to another organization',
      question(theirs, theirs.draftInvoiceBasis, 1, portalUser),
      refused,
    ],
    ['technician', 'answers all questions', answer(technician), 1],
    ['technician', 'answers in another’s name', answer(admin), refused],
    ['customer', 'answers its question', answer(portalUser), 0],
    ['technician', 'changes a question', `update invoice_basis_questions set question = 'X'`, refused],
    ['jobs', 'notes reminders', `update invoice_bases set reminded_at = now()`, 4],
    ['technician', 'unmarks a basis', `update invoice_bases set check_at = null`, refused],
    ['technician', 'settles a basis that is not marked', settle(ours), 0],
    ['technician', 'settles a basis of another organization', settle(theirs), refused],
    ['customer', 'settles a basis', settle(ours), refused],
    ['technician', 'keeps an approval without changed prices', keep, 0],
    ['customer', 'keeps its approval', keep, 0],
    ['technician', 'stores a PDF', pdf(ours.billedInvoiceBasis), refused],
    ['customer', 'stores a PDF', pdf(ours.billedInvoiceBasis), refused],
    ['jobs', 'stores the PDF of a billed basis', pdf(ours.billedInvoiceBasis), 1],
    ['jobs', 'stores the PDF of a basis that is not billed', pdf(ours.approvedInvoiceBasis), refused],
    ['technician', 'changes a stored PDF', `update invoice_basis_pdfs set content = 'x'`, refused],
    ['technician', 'removes a stored PDF', `delete from invoice_basis_pdfs`, refused],
    ['jobs', 'removes a stored PDF', `delete from invoice_basis_pdfs`, refused],
    ['jobs', 'approves', `update invoice_bases set state = 'approved'`, refused],
    ['jobs', 'notes undelivered mail', `update invoice_bases set undelivered = '{x}'`, 4],
    ['technician', 'notes undelivered mail', `update invoice_bases set undelivered = '{x}'`, refused],
    ['technician', 'sends again what has reached everybody', resend(ours), 0],
    ['technician', 'sends a basis of another organization again', resend(theirs), 0],
    ['customer', 'sends a basis again', resend(ours), 0],
    ['jobs', 'approves by silence what has no day for it', silently, 0],
    ['technician', 'approves by silence', silently, refused],
    ['customer', 'approves by silence', silently, refused],
    ['customer', 'sets the day of silence', `update invoice_bases set silent_approval_on = now()`, 0],
    ['technician', 'reads whom it goes to as the jobs do', allAddressees, refused],
    ['technician', 'lets a draft wait to be sent', wait, 1],
    ['customer', 'lets a draft wait to be sent', wait, 0],
    ['jobs', 'sends what waits', sendWaiting, 0],
    ['technician', 'sends what waits', sendWaiting, refused],
    ['technician', 'reads whom a basis goes to', addressees(ours), 1],
    ['admin', 'reads whom a basis of another organization goes to', addressees(theirs), 0],
    ['customer', 'reads whom a basis goes to', addressees(ours), 0],
    ['technician', 'reads whether mail is sent', sendsMail(ours), 1],
    ['jobs', 'reads whether mail is sent', sendsMail(ours), 1],
    ['admin', 'reads whether another organization sends mail', sendsMail(theirs), 0],
    ['customer', 'reads whether mail is sent', sendsMail(ours), 0],
    ['technician', 'reads the next number', `select from next_invoice_basis_number()`, 1],
    ['customer', 'reads the next number', `select from next_invoice_basis_number()`, 0],
  ]
}
