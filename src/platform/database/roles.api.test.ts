// Compares functions of the database with roles.rules.ts; limits.api.test.ts compares the roles themselves.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminRoles, isOf, roles, staffAudiences } from '#shared/roles.rules.ts'
import { aDatabase, type TestDatabase } from './testing/database.ts'
import { selectValue, wordsOf } from './testing/definitions.ts'

let t: TestDatabase
beforeAll(async () => {
  t = await aDatabase()
})
afterAll(() => t.drop())

test.each(staffAudiences)(
  'actor.is_%s() is true for exactly the roles with that audience in roles.rules.ts',
  async (audience) => {
    for (const role of [...roles, '']) {
      await t.superuser.query(`select set_config('app.role', $1, false)`, [role])
      expect([role, await selectValue(t, `actor.is_${audience}()`)]).toEqual([role, isOf(audience, { role })])
    }
  },
)

test('the guards of the last administrator have adminRoles of roles.rules.ts', async () => {
  const bodies = ['refuse_without_admin', 'guard_admin_login'].map((name) => `pg_get_functiondef('${name}'::regproc)`)
  const trigger = `select pg_get_triggerdef(oid) from pg_trigger where tgname = 'guard_admin' and tgrelid = 'user_roles'::regclass`
  for (const definition of [...bodies, trigger]) {
    const conditions = (await selectValue<string>(t, definition)).match(/role = '\w+'/g) ?? []
    expect([definition, conditions.flatMap(wordsOf)]).toEqual([definition, adminRoles])
  }
})
