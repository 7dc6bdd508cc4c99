// The writes that each actor may and may not make to files.
import { refused, type WriteProbe } from './policy-probe.ts'
import type { Organization, TwoOrganizations } from './two-organizations.ts'

function storedFiles({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const { technician, admin, portalUser } = ours
  const file = (org: string, by: string) =>
    `insert into files (org_id, id, name, type, uploaded_by) values ('${org}', gen_random_uuid(), 'x', 'image/png', '${by}')`
  const chunk = (of: Organization, id: string) =>
    `insert into file_chunks (org_id, file_id, position, content) values ('${of.id}', '${id}', 1, 'x')`
  const attach = (of: Organization) =>
    `update files set state = 'ready', bytes = 5, sha256 = sha256('x'), is_company = true, attached_at = now()
     where id = '${of.file.receiving}'`
  const visitorFile = (more: string) =>
    `insert into files (org_id, id, name, type${more}) values ('${ours.id}', gen_random_uuid(), 'x', 'image/png'${more && ', now()'})`
  const attachTo = (of: Organization) =>
    `select attach_files_to_enquiry('${of.id}', '${of.enquiry}', array['${of.file.draft}']::uuid[])`
  const removeAll = 'delete from files'
  const place = (of: Organization, name: string, id: string) =>
    `insert into company_pictures (org_id, place, file_id) values ('${of.id}', '${name}', '${id}')`
  const replace = `update company_pictures set place = 'founder'`
  const removePlaces = 'delete from company_pictures'
  const removeChunks = 'delete from file_chunks'
  const beginQuota = (org: string) => `insert into file_usage (org_id, quota) values ('${org}', 2^31)`
  return [
    ['admin', 'sends a file', file(ours.id, admin), 1],
    ['admin', 'sends a file in another’s name', file(ours.id, technician), refused],
    ['admin', 'sends a file to another organization', file(theirs.id, admin), refused],
    ['technician', 'sends a file', file(ours.id, technician), 1],
    ['customer', 'sends a file', file(ours.id, portalUser), 1],
    ['customer', 'sends a file in another’s name', file(ours.id, technician), refused],
    ['unlinked', 'sends a file', file(ours.id, portalUser), refused],
    ['site', 'sends a file', file(ours.id, admin), refused],
    ['jobs', 'sends a file', file(ours.id, admin), refused],
    ['admin', 'adds to a file that is received', chunk(ours, ours.file.receiving), 1],
    ['admin', 'adds to a file that is ready', chunk(ours, ours.file.company), refused],
    ['technician', 'adds to another’s file', chunk(ours, ours.file.receiving), refused],
    ['admin', 'adds to a file of another organization', chunk(theirs, theirs.file.receiving), refused],
    ['site', 'adds to a file', chunk(ours, ours.file.receiving), refused],
    ['admin', 'changes a chunk', `update file_chunks set content = 'y'`, refused],
    ['admin', 'makes a file the company’s', attach(ours), 1],
    ['admin', 'makes a file of another organization the company’s', attach(theirs), 0],
    ['technician', 'makes another’s file the company’s', attach(ours), 0],
    [
      'admin',
      'changes a file that is ready',
      `update files set type = 'text/html' where id = '${ours.file.company}'`,
      refused,
    ],
    ['admin', 'gives a file to another', `update files set uploaded_by = '${technician}'`, refused],
    ['admin', 'moves a file', `update files set org_id = '${theirs.id}'`, refused],
    [
      'admin',
      'takes a file from the site',
      `update files set is_company = false, attached_at = null where is_company`,
      refused,
    ],
    [
      'technician',
      'takes a file from the site',
      `update files set is_company = false, attached_at = null where is_company`,
      0,
    ],
    ['admin', 'replaces what was received', removeChunks, 1],
    ['technician', 'replaces what was received', removeChunks, 0],
    ['site', 'replaces what was received', removeChunks, refused],
    // Own unattached files, documents of customers, and the company's files.
    ['admin', 'removes files', removeAll, 7],
    ['technician', 'removes files', removeAll, 4],
    ['customer', 'removes files', removeAll, 1],
    ['unlinked', 'removes files', removeAll, 0],
    // Only unattached files of visitors.
    ['site', 'removes files', removeAll, 2],
    ['site', 'receives a file of a visitor', visitorFile(''), 1],
    ['site', 'receives one as attached', visitorFile(', attached_at'), refused],
    ['site', 'adds to a file of a visitor', chunk(ours, ours.file.visitor), 1],
    ['site', 'finishes files of visitors', 'update files set width = 1, height = 1', 2],
    ['site', 'finishes one that is too large', 'update files set bytes = 20000000', refused],
    ['technician', 'adds to a file of a visitor', chunk(ours, ours.file.visitor), refused],
    ['site', 'attaches a file itself', `update files set enquiry_id = '${ours.enquiry}', attached_at = now()`, refused],
    ['site', 'attaches to an enquiry of before', attachTo(ours), 1],
    ['technician', 'attaches as a visitor', attachTo(ours), refused],
    ['technician', 'sends a file as a visitor', visitorFile(''), refused],
    ['customer', 'sends a file as a visitor', visitorFile(''), refused],
    ['jobs', 'sends a file as a visitor', visitorFile(''), refused],
    // Expired or incomplete ones.
    ['jobs', 'removes unused files', removeAll, 6],
    ['admin', 'shows a picture', place(ours, 'van', ours.file.receiving), 1],
    ['admin', 'shows a picture at another organization', place(theirs, 'van', theirs.file.receiving), refused],
    ['technician', 'shows a picture', place(ours, 'van', ours.file.receiving), refused],
    ['customer', 'shows a picture', place(ours, 'van', ours.file.receiving), refused],
    ['site', 'shows a picture', place(ours, 'van', ours.file.receiving), refused],
    ['jobs', 'shows a picture', place(ours, 'van', ours.file.receiving), refused],
    ['admin', 'changes where pictures are shown', replace, 1],
    ['technician', 'changes where pictures are shown', replace, 0],
    ['admin', 'removes pictures', removePlaces, 1],
    ['technician', 'removes pictures', removePlaces, 0],
    ['customer', 'removes pictures', removePlaces, 0],
    ['site', 'removes pictures', removePlaces, refused],
    ['admin', 'begins the quota', `${beginQuota(ours.id)} on conflict (org_id) do nothing`, 0],
    ['admin', 'begins the quota of another organization', beginQuota(theirs.id), refused],
    ['admin', 'raises the quota', 'update file_usage set quota = 2^40', 1],
    ['admin', 'changes what is used', 'update file_usage set bytes = 0', refused],
    ['technician', 'raises the quota', 'update file_usage set quota = 2^40', 0],
    ['customer', 'raises the quota', 'update file_usage set quota = 2^40', 0],
    ['jobs', 'raises the quota', 'update file_usage set quota = 2^40', refused],
    ['jobs', 'records a notification about the quota', 'update file_usage set notified_at = now()', 2],
    ['admin', 'records a notification about the quota', 'update file_usage set notified_at = now()', refused],
    ['owner', 'raises the quota', 'update file_usage set quota = 2^40', 2],
  ]
}

export const fileWrites = (two: TwoOrganizations): WriteProbe[] => [...storedFiles(two), ...attachments(two)]

/** The parents to which each actor may attach a file. */
function attachments({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const attach = (file: string, parent: string) =>
    `update files set attached_at = now(), ${parent} where id = '${file}' and attached_at is null`
  const onTicket = `customer_id = '${ours.customer}', ticket_id = '${ours.ticket}'`
  const onOther = `customer_id = '${ours.otherCustomer}', ticket_id = '${ours.otherTicket}'`
  const comment = (by: string, isInternal: boolean) =>
    `comment_id = (select id from ticket_comments where ticket_id = '${ours.ticket}' and user_id = '${by}'
       and is_internal = ${isInternal}), is_internal = ${isInternal}`
  const ofStaff = `comment_id = (select id from ticket_comments where ticket_id = '${ours.ticket}' and not is_internal)`
  const ofColleague = `comment_id = (select id from ticket_comments where ticket_id = '${ours.otherTicket}' and not is_internal)`
  const onReply = `enquiry_id = '${ours.enquiry}',
    enquiry_reply_id = (select id from enquiry_replies where enquiry_id = '${ours.enquiry}')`
  const document = (of: Organization) => `customer_id = '${of.customer}'`
  const { draft, sent, ofEnquiry } = ours.file
  const move = (parent: string) => `update files set enquiry_id = null, ${parent} where id = '${ofEnquiry}'`
  const detach = `update files set attached_at = null, customer_id = null, ticket_id = null, comment_id = null,
    is_internal = false, enquiry_id = null, shown_in_portal = false where attached_at is not null and not is_company`
  const show = 'update files set shown_in_portal = true where customer_id is not null and ticket_id is null'
  return [
    ['technician', 'attaches a file to an own reply to an enquiry', attach(draft, onReply), 1],
    ['technician', 'attaches a file to an enquiry', attach(draft, `enquiry_id = '${ours.enquiry}'`), refused],
    ['admin', 'attaches a file to another’s reply to an enquiry', attach(ours.file.forgotten, onReply), refused],
    ['customer', 'attaches a file to a reply to an enquiry', attach(sent, onReply), refused],
    [
      'technician',
      'attaches a file to an own comment',
      attach(draft, `${onTicket}, ${comment(ours.technician, false)}`),
      1,
    ],
    [
      'technician',
      'attaches one to an internal comment',
      attach(draft, `${onTicket}, ${comment(ours.technician, true)}`),
      1,
    ],
    ['technician', 'attaches a file to another’s comment', attach(draft, `${onOther}, ${ofColleague}`), refused],
    ['technician', 'attaches a file to an own ticket', attach(draft, onOther), 1],
    ['technician', 'attaches a file to another’s ticket', attach(draft, onTicket), refused],
    ['technician', 'attaches another’s file', attach(sent, onOther), 0],
    ['technician', 'attaches a file to a customer', attach(draft, document(ours)), 1],
    ['technician', 'attaches a file to an enquiry', attach(draft, `enquiry_id = '${ours.enquiry}'`), refused],
    ['technician', 'makes a file the company’s', attach(draft, 'is_company = true'), refused],
    ['customer', 'attaches a file to an own ticket', attach(sent, onTicket), 1],
    ['customer', 'attaches a file to another customer’s ticket', attach(sent, onOther), refused],
    ['customer', 'attaches a file to a comment of staff', attach(sent, `${onTicket}, ${ofStaff}`), refused],
    ['customer', 'attaches a file to the customer', attach(sent, document(ours)), refused],
    ['customer', 'makes a file the company’s', attach(sent, 'is_company = true'), refused],
    ['unlinked', 'attaches a file', attach(sent, onTicket), 0],
    ['technician', 'moves an enquiry’s file to the ticket made of one', move(onOther), 1],
    ['technician', 'moves an enquiry’s file to another ticket', move(onTicket), refused],
    ['customer', 'moves an enquiry’s file', move(onTicket), 0],
    ['technician', 'shows documents', show, 3],
    ['customer', 'shows documents', show, 0],
    [
      'technician',
      'moves a document to a ticket',
      `update files set ${onOther} where id = '${ours.file.document}'`,
      refused,
    ],
    ['technician', 'detaches files', detach, refused],
    ['customer', 'detaches files', detach, 0],
    ['technician', 'moves a document to another organization', `update files set org_id = '${theirs.id}'`, refused],
  ]
}
