// Tables of users (platform/database/schema.ts).
import type { Generated, GeneratedAlways } from 'kysely'
import type { StaffRole } from '#shared/roles.rules.ts'
import type { NotificationChoice } from './notification-choices.rules.ts'

type Profiles = { id: string; orgId: string | null; fullName: string; createdAt: GeneratedAlways<string> }

type UserRoles = { userId: string; orgId: string | null; role: StaffRole }

type StaffSettings = {
  orgId: string
  userId: string
  takesAnswered: Generated<boolean>
  advances: Generated<boolean>
  usesShortcuts: Generated<boolean>
  signature: string | null
} & Record<NotificationChoice, Generated<boolean>>

declare module '#platform/database/schema.ts' {
  interface Schema {
    profiles: Profiles
    userRoles: UserRoles
    staffSettings: StaffSettings
  }
}
