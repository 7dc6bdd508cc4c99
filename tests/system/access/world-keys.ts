import { anApiKey } from '#features/api-keys/testing/an-api-key.ts'
import { keyScopes } from '#shared/api-key.rules.ts'
import type { Harness } from '#tests/harness/harness.ts'
import type { Member, Put } from './world.ts'

/** A key of a user who is not an actor: only administrators see it. */
export async function fillApiKey(h: Harness, put: Put, orgId: string) {
  const { keyId } = await anApiKey(h, await h.aTechnician({ orgId }), ['read'], { name: put('Nyckel', 'admin') })
  return { apiKey: keyId }
}

/**
 * A key of the technician for each scope, and one with all scopes of the administrator, whose own rows are those of the second
 * customer.
 */
export async function keyMembers(h: Harness, { technician, admin }: Record<'technician' | 'admin', Member>) {
  const members: Member[] = []
  for (const scope of keyScopes) {
    const person = technician.person && (await anApiKey(h, technician.person, [scope]))
    members.push({ ...technician, name: `key:${scope}`, person, scopes: [scope] })
  }
  const person = admin.person && (await anApiKey(h, admin.person))
  members.push({ ...admin, name: 'key:admin', person, own: admin.sibling, sibling: admin.own, scopes: keyScopes })
  // Noted as used already, so that a refused request changes nothing.
  await h.test.superuser.query(`update api_keys set last_used_at = now() + interval '1 day'`)
  return members
}
