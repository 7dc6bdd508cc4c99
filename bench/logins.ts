// The logins that send the requests.
import type { Build } from './stage.ts'

/** `token` signs an access token, which expires after 15 minutes. */
export type Person = { userId: string; email: string; token: () => Promise<string> }
/** A portal login, with the tickets of its customer, and what it approved in earlier years when these are prepared. */
export type PortalPerson = Person & { tickets: string[]; invoiceBases: string[] }

export type People = {
  /** Staff of the largest organization; the first is an administrator. */
  people: readonly [Person, ...Person[]]
  portalPeople: readonly PortalPerson[]
}

const PEOPLE = 16
const largest = '(select org_id from tickets group by 1 order by count(*) desc limit 1)'

type OpenSession = (login: { userId: string; email: string }) => Promise<() => Promise<string>>

export async function openPeople(query: Build['query'], openSession: OpenSession): Promise<People> {
  const staff = await query<{ userId: string; email: string }>(
    `select u.id as "userId", u.email from user_roles r join auth.users u on u.id = r.user_id
     where r.org_id = ${largest} order by r.role <> 'admin', u.email limit ${PEOPLE}`,
  )
  const portal = await query<Omit<PortalPerson, 'token'>>(
    `select u.id as "userId", u.email, array_agg(t.id order by t.id) as tickets, '{}'::uuid[] as "invoiceBases"
     from customer_users l join auth.users u on u.id = l.user_id
     join customers c on c.org_id = l.org_id and c.id = l.customer_id and c.archived_at is null
     join tickets t on t.org_id = l.org_id and t.customer_id = l.customer_id
     where l.org_id = ${largest} and l.sees_company
     group by u.id, u.email order by count(*) desc, u.email limit ${PEOPLE}`,
  )
  const open = async <P extends { userId: string; email: string }>(rows: P[]) => {
    const opened: (P & Person)[] = []
    for (const row of rows) opened.push({ ...row, token: await openSession(row) })
    return opened
  }
  return { people: (await open(staff.rows)) as [Person, ...Person[]], portalPeople: await open(portal.rows) }
}
