import { type KeyScope, keyScopes } from '#shared/api-key.rules.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { apiKeys, type NewApiKey } from '../api-keys.contract.ts'

/** A new key of the person with these scopes, or all: the program that acts by it, and the key's id. */
export async function anApiKey(
  h: Pick<Harness, 'as'>,
  person: Person,
  scopes: readonly KeyScope[] = keyScopes,
  body: Partial<NewApiKey> = {},
): Promise<Person & { keyId: string }> {
  const { id, key } = await h
    .as(person)
    .call(apiKeys.create, { body: { name: 'Lönesystemet', scopes: [...scopes], expiresInDays: 90, ...body } })
  return { ...person, sessionId: '', token: key, keyId: id }
}
