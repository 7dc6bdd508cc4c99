import { auth } from '#features/auth/auth.contract.ts'
import { postToken } from '#features/auth/testing/sign-in.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { users } from '../users.contract.ts'

/** The password of `aNewUser`. */
export const NEW_PASSWORD = 'fika-ljung-segel-4821'

/** Calls of the users' endpoints. `context` is read at each call, so that it can be set up later. */
export function usersApi(context: () => { h: Harness; admin: Person }) {
  const as = (by: Person) => context().h.as(by)
  const sql = async (text: string, ...values: unknown[]) => (await context().h.test.superuser.query(text, values)).rows
  const aNewUser = (fields: object = {}) => ({
    email: `${uuidv7()}@example.se`,
    password: NEW_PASSWORD,
    fullName: 'Nils Ny',
    role: 'technician' as const,
    ...fields,
  })
  return {
    sql,
    aNewUser,
    create: (fields: object = {}, by = context().admin) => as(by).call(users.create, { body: aNewUser(fields) }),
    list: (by: Person) => as(by).call(users.list, {}),
    changeRole: (by: Person, { userId }: { userId: string }, role: 'admin' | 'technician') =>
      as(by).call(users.changeRole, { params: { id: userId }, body: { role } }),
    setPassword: (by: Person, id: string, body: { password: string; mustChange?: boolean }) =>
      as(by).call(users.setPassword, { params: { id }, body }),
    change: (by: Person, id: string, body: { email: string; fullName: string }) =>
      as(by).call(users.change, { params: { id }, body }),
    deactivate: (by: Person, id: string) => as(by).call(users.deactivate, { params: { id } }),
    reactivate: (by: Person, id: string) => as(by).call(users.reactivate, { params: { id } }),
    signIn: (email: string, password: string) => postToken(context().h, 'password', { email, password }),
    me: (person: Person) => as(person).call(auth.me, {}),
    auditEntriesOf: (subjectId: string) =>
      sql(
        "select user_id, action, subject, detail from audit_log where subject_id = $1 and action !~ '^sign' order by id",
        subjectId,
      ),
  }
}
