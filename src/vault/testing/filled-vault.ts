import { randomUUID } from 'node:crypto'
import type { Harness } from '#tests/harness/harness.ts'
import { seal, type VaultKey } from '../server/envelope.ts'

/** Stores one text for each of as many customers, under a key. */
export async function fillVault(h: Harness, { rows, key, userId, orgId }: Filling) {
  const places = Array.from({ length: rows }, () => ({ orgId, customerId: randomUUID(), version: 1 }))
  await h.database.as('owner', async (db) => {
    for (let from = 0; from < rows; from += 500) {
      const some = places.slice(from, from + 500)
      await db
        .insertInto('customers')
        .values(some.map(({ customerId: id }) => ({ orgId, id, name: 'Kund' })))
        .execute()
      await db
        .insertInto('customerCredentials')
        .values(some.map((place) => ({ ...place, ...seal(textOf(place.customerId), place, key), createdBy: userId })))
        .execute()
    }
  })
  return places.map(({ customerId }) => customerId)
}

type Filling = { rows: number; key: VaultKey; userId: string; orgId: string }

export const textOf = (customerId: string) => `Hemligt för ${customerId}`
