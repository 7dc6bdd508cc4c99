// The files of the organizations in two-organizations.ts.
import type pg from 'pg'
import { uuidv7 } from '../uuid.ts'

type FileParents = {
  id: string
  admin: string
  technician: string
  portalUser: string
  customer: string
  otherCustomer: string
  ticket: string
  otherTicket: string
  enquiry: string
}

/**
 * A file of each kind of parent; unattached files of three users and a visitor, one of them expired; and one that is being
 * checked. `document` is not shown in the portal.
 */
export async function fillFiles(db: pg.Client, of: FileParents) {
  const { id: org, admin, technician, portalUser, customer, otherCustomer, ticket, otherTicket } = of
  const onTicket = { customer_id: customer, ticket_id: ticket }
  const comment = async (isInternal: boolean) => {
    const { rows } = await db.query(
      'select id from ticket_comments where org_id = $1 and ticket_id = $2 and is_internal = $3',
      [org, ticket, isInternal],
    )
    return { ...onTicket, comment_id: rows[0].id, is_internal: isInternal }
  }
  const company = await aFile(db, org, { by: admin, parent: { is_company: true } })
  await db.query(`insert into company_pictures (org_id, place, file_id) values ($1, 'logo', $2)`, [org, company])
  return {
    company,
    forgotten: await aFile(db, org, { by: admin, hours: 30, state: 'ready' }),
    receiving: await aFile(db, org, { by: admin }),
    visitor: await aFile(db, org, { by: null }),
    draft: await aFile(db, org, { by: technician, state: 'ready' }),
    sent: await aFile(db, org, { by: portalUser, state: 'ready' }),
    checking: await aFile(db, org, { by: admin, state: 'checking' }),
    onTicket: await aFile(db, org, { by: portalUser, parent: onTicket }),
    onOther: await aFile(db, org, { by: technician, parent: { customer_id: otherCustomer, ticket_id: otherTicket } }),
    answer: await aFile(db, org, { by: technician, parent: await comment(false) }),
    internal: await aFile(db, org, { by: technician, parent: await comment(true) }),
    document: await aFile(db, org, { by: technician, parent: { customer_id: customer } }),
    shown: await aFile(db, org, { by: technician, parent: { customer_id: customer, shown_in_portal: true } }),
    otherShown: await aFile(db, org, { by: admin, parent: { customer_id: otherCustomer, shown_in_portal: true } }),
    ofEnquiry: await aFile(db, org, { by: null, parent: { enquiry_id: of.enquiry } }),
  }
}

type FileRow = {
  by: string | null
  hours?: number
  state?: 'ready' | 'checking'
  parent?: Record<string, string | boolean>
}

/** A file of one chunk; ready when it has a parent. */
async function aFile(db: pg.Client, org: string, { by, hours = 1, state, parent }: FileRow): Promise<string> {
  const id = uuidv7()
  await db.query(
    `insert into files (org_id, id, name, type, uploaded_by, created_at)
     values ($1, $2, 'samma.png', 'image/png', $3, now() - $4 * interval '1 hour')`,
    [org, id, by, hours],
  )
  await db.query(`insert into file_chunks (org_id, file_id, position, content) values ($1, $2, 0, 'samma')`, [org, id])
  if (state || parent)
    await db.query(`update files set state = $2, bytes = 5, sha256 = sha256('samma') where id = $1`, [
      id,
      state ?? 'ready',
    ])
  if (parent) {
    const columns = Object.keys(parent).map((name, index) => `${name} = $${index + 2}`)
    await db.query(`update files set attached_at = now(), ${columns.join()} where id = $1`, [
      id,
      ...Object.values(parent),
    ])
  }
  return id
}
