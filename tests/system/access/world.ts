// Two organizations with the same kinds of rows and two customers each. Every text is a canary with a list of its readers.
import { randomUUID } from 'node:crypto'
import { contacts } from '#features/customers/contacts.contract.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { aPng } from '#features/files/testing/sample-pictures.ts'
import { anUploadedFile } from '#features/files/testing/upload.ts'
import { enquiries } from '#features/inbox/enquiries.contract.ts'
import { anEnquiry } from '#features/inbox/testing/an-enquiry.ts'
import { cannedAnswers } from '#features/tickets/canned-answers.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { vault } from '#features/vault/vault.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { documents } from '#screens/customer/documents.contract.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import type { KeyScope } from '#shared/api-key.rules.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { fillAgreement } from './world-agreements.ts'
import { fillArticles } from './world-articles.ts'
import { fillBillingDetails } from './world-billing-details.ts'
import { fillEquipment } from './world-equipment.ts'
import { fillInvoiceBases } from './world-invoice-bases.ts'
import { fillApiKey, keyMembers } from './world-keys.ts'
import { fillInboxMail, fillMailbox } from './world-mail.ts'
import { fillAlarm } from './world-on-call.ts'
import { fillOfOwner } from './world-owner.ts'
import { fillRecurring } from './world-recurring.ts'
import { fillExpenses, fillTime } from './world-time.ts'
import { fillVisit } from './world-visits.ts'

/** `colleague`: a login with 'Egna ärenden' of the first customer, without tickets of its own. */
export type ActorName =
  | 'nobody'
  | 'unlinked'
  | 'customer'
  | 'colleague'
  | 'otherCustomer'
  | 'technician'
  | 'admin'
  | 'otherAdmin'
  | `key:${KeyScope | 'admin'}`

/** The ids of one customer's rows, for use in requests. */
export type Belongings = Awaited<ReturnType<typeof fillCustomer>>
export type Kind = keyof Belongings

/** `company`: logins of the customer that see all of its tickets. */
type Readers = 'customer' | 'company' | 'staff' | 'admin' | { userId: string }
/** A text that only its readers may receive. Without a customer in `of` it belongs to the whole organization. */
export type Canary = { text: string; orgId: string; of?: string; readers: Readers }

export type Member = {
  name: ActorName
  person: Person | null
  /** Of an API key. */
  scopes?: readonly KeyScope[]
  own: Belongings
  sibling: Belongings
  foreign: Belongings
}

export async function fillWorld(h: Harness) {
  const canaries: Canary[] = []
  const ours = await fillOrganization(h, canaries)
  const theirs = await fillOrganization(h, canaries)
  const unlinked = await h.aLogin(null, null)
  const [first, second] = ours.customers
  const memberFor = (name: ActorName, person: Person | null, ids = { own: first, sibling: second }): Member => ({
    name,
    person,
    ...ids,
    foreign: theirs.customers[0],
  })
  const technician = memberFor('technician', ours.people.technician)
  const admin = memberFor('admin', ours.people.admin)
  const members: Member[] = [
    memberFor('nobody', null),
    memberFor('unlinked', unlinked),
    memberFor('customer', ours.people.portalUsers[0]),
    memberFor('colleague', await aColleague(h, ours.orgId, first.customer)),
    memberFor('otherCustomer', ours.people.portalUsers[1], { own: second, sibling: first }),
    technician,
    admin,
    {
      name: 'otherAdmin',
      person: theirs.people.admin,
      own: theirs.customers[0],
      sibling: theirs.customers[1],
      foreign: first,
    },
  ]
  // The own session in requests is a second one, so that ending it does not sign the actor out.
  for (const member of members)
    if (member.person) member.own = { ...member.own, session: await aSession(h, member.person) }
  members.push(...(await keyMembers(h, { technician, admin })))
  return { canaries, members, organizations: [ours, theirs] }
}

async function aColleague(h: Harness, orgId: string, id: string) {
  const person = await h.aPortalUser({ id, orgId })
  await h.test.superuser.query('update customer_users set sees_company = false where user_id = $1', [person.userId])
  return person
}

async function aSession(h: Harness, { userId }: Person) {
  const id = uuidv7()
  await h.test.superuser.query('insert into auth.sessions (id, user_id) values ($1, $2)', [id, userId])
  return id
}

/** Whether the actor may receive the canary. */
export function mayRead({ name, person, own }: Member, { orgId, of, readers }: Canary): boolean {
  if (person === null || person.orgId !== orgId) return false
  if (typeof readers === 'object') return readers.userId === person.userId
  if (name === 'customer' || name === 'colleague' || name === 'otherCustomer') {
    const isOwn = of === undefined || of === own.customer
    return isOwn && (readers === 'customer' || (readers === 'company' && name !== 'colleague'))
  }
  return readers !== 'admin' || name === 'admin' || name === 'otherAdmin'
}

export type Put = (label: string, readers: Readers, of?: string, text?: string) => string
const aText = (label: string) => `${label}-${randomUUID().slice(0, 13)}`

async function fillOrganization(h: Harness, canaries: Canary[]) {
  const { id: orgId } = await h.anOrganization()
  const put: Put = (label, readers, of, text = aText(label)) => {
    canaries.push({ text, orgId, readers, ...(of && { of }) })
    return text
  }
  await h.test.superuser.query('update organizations set name = $2, billing_email = $3 where id = $1', [
    ...[orgId, put('Bolag', 'customer'), `${put('faktura', 'staff')}@example.se`],
  ])
  const technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  const admin = await h.anAdmin({ orgId, fullName: 'Ada Admin' })
  const customers = [await aCustomerOf(h, technician, put), await aCustomerOf(h, technician, put)] as const
  const portalUsers = [
    await h.aPortalUser({ id: customers[0], orgId }),
    await h.aPortalUser({ id: customers[1], orgId }),
  ] as const
  const people = { technician, admin, portalUsers }
  return {
    orgId,
    people,
    customers: [
      await fillCustomer(h, put, {
        orgId,
        admin,
        customer: customers[0],
        staff: technician,
        portalUser: portalUsers[0],
      }),
      await fillCustomer(h, put, { orgId, admin, customer: customers[1], staff: admin, portalUser: portalUsers[1] }),
    ] as const,
  }
}

async function aCustomerOf(h: Harness, technician: Person, put: Put) {
  const body = { name: aText('Kund'), notes: put('Notering', 'staff'), address: aText('Gata') }
  const { id } = await h.as(technician).call(customers.create, { body })
  put('Kund', 'customer', id, body.name)
  // Of a planned visit, in its calendar file.
  put('Gata', 'company', id, body.address)
  return id
}

/** Archived and not deleted, because a time entry refers to it. */
async function aRemovedCustomer(h: Harness, admin: Person) {
  const { call } = h.as(admin)
  const { id } = await call(customers.create, { body: { name: aText('Avslutad') } })
  const body = { customerId: id, workDate: '2026-11-05', timeFrom: '08:00', timeTo: '09:00' }
  await call(time.create, { body })
  await call(customers.remove, { params: { id } })
  return id
}

export type Scope = { orgId: string; admin: Person; customer: string; staff: Person; portalUser: Person }

async function fillCustomer(h: Harness, put: Put, { orgId, admin, customer, staff, portalUser }: Scope) {
  const sql = (text: string, ...values: unknown[]) => h.test.superuser.query(text, values)
  const login = await h.aPortalUser({ id: customer, orgId })
  await sql('update customer_users set full_name = $2 where user_id = $1', login.userId, put('Inloggad', 'staff'))
  await h.as(staff).call(vault.save, {
    params: { id: customer },
    body: { text: put('Hemlighet', 'staff'), version: 0 },
  })
  const user = await h.aTechnician({ orgId, fullName: put('Kollega', 'staff') })
  const { id: contact, email } = await h.as(staff).call(contacts.create, {
    params: { id: customer },
    body: { name: put('Kontakt', 'staff'), note: put('Om', 'staff'), email: `${put('kontakt', 'staff')}@example.se` },
  })
  const removedContact = (
    await h.as(staff).call(contacts.create, { params: { id: customer }, body: { name: 'Har slutat' } })
  ).id
  await h.as(staff).call(contacts.archive, { params: { id: customer, contactId: removedContact } })
  // Another user's session, which only that user may end.
  const session = (await h.aTechnician({ orgId })).sessionId
  const mail = uuidv7()
  const ofTicket = await fillTicket(h, put, { orgId, admin, customer, staff, portalUser })
  await sql(
    `insert into stored_mail (org_id, id, to_address, subject, body, link_for, link_purpose)
     values ($1, $2, 'x@example.se', 'x', $3, $4, 'recovery')`,
    ...[orgId, mail, put('Mejl', 'admin'), user.userId],
  )
  return {
    customer,
    contact,
    removedContact,
    removedCustomer: await aRemovedCustomer(h, admin),
    login: login.userId,
    user: user.userId,
    session,
    mail,
    staff: staff.userId,
    ...(await fillMailbox(h, put, admin)),
    ...ofTicket,
    ...(await fillInboxMail(h, put, { orgId, ticket: ofTicket.ticket, email: email ?? '' })),
    ...(await fillAgreement(h, put, { orgId, customer, staff })),
    ...(await fillArticles(h, put, admin)),
    ...(await fillEquipment(h, put, { customer, staff })),
    ...(await fillRecurring(h, put, { customer, staff })),
    ...(await fillVisit(h, put, { ticket: ofTicket.ticket, customer, staff })),
    ...(await fillDocuments(h, put, { customer, staff })),
    ...(await fillOfOwner(h, put, { orgId, customer })),
    ...(await fillCannedAnswer(h, put, staff)),
    ...(await fillApiKey(h, put, orgId)),
    ...(await fillAlarm(h, { orgId, staff, ticket: ofTicket.ticket })),
    ...(await fillTime(h, put, { orgId, customer, staff })),
    ...(await fillExpenses(h, put, { customer, staff })),
    ...(await fillEnquiry(h, put, { orgId, admin, customer, staff, portalUser })),
    ...(await fillInvoiceBases(
      h,
      { shown: () => put('Underlag', 'company', customer), internal: () => put('Anteckning', 'staff') },
      { admin, customer, staff, portalUser },
    )),
    // After the invoice bases, which would have a copy that the customer reads.
    ...(await fillBillingDetails(h, put, { customer, staff })),
  }
}

async function fillTicket(h: Harness, put: Put, { customer, staff, portalUser }: Scope) {
  const aFile = async (person: Person, name: string) =>
    (await anUploadedFile(h, person, 'attachment', name, `${name}.txt`)).id
  const aPicture = async (person: Person) => (await anUploadedFile(h, person, 'attachment', await aPng())).id
  const file = await aFile(portalUser, put('Bilaga', 'company', customer))
  const { id } = await h.as(portalUser).call(portal.create, {
    body: {
      title: put('Titel', 'company', customer),
      description: put('Fel', 'company', customer),
      fileIds: [file],
    },
  })
  const params = { id }
  const addComment = async (comment: string, isInternal: boolean, name: string) => {
    const fileIds = [await aFile(staff, name), await aPicture(staff)]
    await h.as(staff).call(tickets.comment, { params, body: { comment, isInternal, fileIds } })
    return fileIds
  }
  const [, picture = ''] = await addComment(put('Svar', 'company', customer), false, put('Fil', 'company', customer))
  const internalName = put('Internfil', 'staff')
  const [internalFile = '', internalPicture = ''] = await addComment(put('Internt', 'staff'), true, internalName)
  const sentFile = await aFile(portalUser, aText('Oskickad'))
  const staffDraft = put('Utkast', { userId: staff.userId })
  await h.as(staff).call(tickets.saveDraft, { params, body: { comment: staffDraft, isInternal: true } })
  const draft = put('Utkast', { userId: portalUser.userId })
  await h.as(portalUser).call(portal.saveDraft, { params, body: { comment: draft } })
  return { ticket: id, sentFile, file, picture, internalFile, internalPicture }
}

/** One document that the portal shows, and one for staff. */
async function fillDocuments(h: Harness, put: Put, { customer, staff }: Pick<Scope, 'customer' | 'staff'>) {
  const add = async (name: string) => {
    const { id } = await anUploadedFile(h, staff, 'attachment', name, `${name}.txt`)
    await h.as(staff).call(documents.add, { params: { id: customer }, body: { fileIds: [id] } })
    return id
  }
  const shown = await add(put('Avtal', 'company', customer))
  await h.as(staff).call(documents.show, { params: { id: shown }, body: { isShown: true } })
  return { document: await add(put('Kalkyl', 'staff')) }
}

async function fillCannedAnswer(h: Harness, put: Put, staff: Person) {
  const body = { name: `svar-${randomUUID().slice(0, 8)}`, text: put('Färdigt', 'staff') }
  return { canned: (await h.as(staff).call(cannedAnswers.create, { body })).id }
}

async function fillEnquiry(h: Harness, put: Put, { orgId, staff }: Scope) {
  const enquiry = await anEnquiry(h, { orgId, name: put('Sändare', 'staff'), message: put('Fråga', 'staff') })
  const params = { id: enquiry }
  await h.as(staff).call(enquiries.reply, { params, body: { text: put('Besked', 'staff') } })
  const note = put('Vidare', 'staff')
  await h.as(staff).call(enquiries.forward, { params, body: { to: `${put('vidare', 'staff')}@example.se`, note } })
  return { enquiry }
}
