// Tables of the vault (platform/database/schema.ts).
import type { GeneratedAlways } from 'kysely'

type CustomerCredentials = {
  orgId: string
  customerId: string
  version: number
  keyId: string | null
  envelope: Buffer
  createdBy: string
  createdAt: GeneratedAlways<string>
}

type VaultKeys = { id: string; addedAt: GeneratedAlways<string> }

declare module '#platform/database/schema.ts' {
  interface Schema {
    customerCredentials: CustomerCredentials
    vaultKeys: VaultKeys
  }
}
