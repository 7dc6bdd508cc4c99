import { refused, type WriteProbe } from './policy-probe.ts'
import type { TwoOrganizations } from './two-organizations.ts'

/** Writes to the API keys: everybody makes their own, administrators revoke all of the organization. */
export function apiKeyWrites({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const key = (org: string, user: string) =>
    `insert into api_keys (org_id, id, user_id, name, key_hash, scopes, expires_at)
     values ('${org}', gen_random_uuid(), '${user}', 'X', 'hash', '{read}', now() + interval '1 day')`
  const revoke = (user: string) => `update api_keys set revoked_at = now(), revoked_by = '${user}'`
  return [
    ['technician', 'makes a key', key(ours.id, ours.technician), 1],
    ['technician', 'makes a key of another', key(ours.id, ours.admin), refused],
    ['admin', 'makes a key of another', key(ours.id, ours.technician), refused],
    ['technician', 'makes a key in another organization', key(theirs.id, theirs.technician), refused],
    ['customer', 'makes a key', key(ours.id, ours.portalUser), refused],
    ['technician', 'revokes all keys', revoke(ours.technician), 1],
    ['admin', 'revokes all keys', revoke(ours.admin), 2],
    ['admin', 'revokes all keys as another', revoke(ours.technician), refused],
    ['customer', 'revokes all keys', revoke(ours.portalUser), 0],
    ['technician', 'widens a key', `update api_keys set scopes = '{read,time}'`, refused],
    ['technician', 'prolongs a key', 'update api_keys set expires_at = now()', refused],
    ['admin', 'reads the hashes', 'select key_hash from api_keys', refused],
    ['admin', 'deletes keys', 'delete from api_keys', refused],
    ['auth', 'notes that keys are used', 'update api_keys set last_used_at = now()', 4],
    ['auth', 'revokes keys', 'update api_keys set revoked_at = null', refused],
    ['admin', 'reads the actor of a key', `select * from auth.key_actor('hash')`, refused],
  ]
}
