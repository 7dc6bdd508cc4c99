// Tables of equipment (platform/database/schema.ts).
import type { Generated, GeneratedAlways } from 'kysely'

type Equipment = {
  orgId: string
  customerId: string
  id: string
  name: string
  type: string | null
  model: string | null
  serial: string | null
  place: string | null
  warrantyUntil: string | null
  note: string | null
  archivedAt: string | null
  createdBy: string | null
  version: Generated<number>
  createdAt: GeneratedAlways<string>
}

declare module '#platform/database/schema.ts' {
  interface Schema {
    equipment: Equipment
  }
}
