import { randomUUID } from 'node:crypto'
import type { Harness } from '#tests/harness/harness.ts'
import { seal, type VaultKey } from '../server/envelope.ts'

/** Creates `rows` customers with one text each, encrypted with `key`. */
export async function fillVault(h: Harness, { rows, key, userId, orgId }: VaultFilling) {
  const bindings = Array.from({ length: rows }, () => ({ orgId, customerId: randomUUID(), version: 1 }))
  await h.database.as('owner', async (db) => {
    for (let from = 0; from < rows; from += 500) {
      const batch = bindings.slice(from, from + 500)
      await db
        .insertInto('customers')
        .values(batch.map(({ customerId: id }) => ({ orgId, id, name: 'Kund' })))
        .execute()
      await db
        .insertInto('customerCredentials')
        .values(
          batch.map((binding) => ({
            ...binding,
            ...seal(textOf(binding.customerId), binding, key),
            createdBy: userId,
          })),
        )
        .execute()
    }
  })
  return bindings.map(({ customerId }) => customerId)
}

type VaultFilling = { rows: number; key: VaultKey; userId: string; orgId: string }

export const textOf = (customerId: string) => `Hemligt för ${customerId}`
