// The roles of signed-in users. A role of staff is a row of the table below, and a value of user_roles_role_values and
// actor.is_staff() in migrations/; tests/system/limits.api.test.ts and src/platform/database/roles.api.test.ts compare them.

/** Audiences of endpoints (`allow` of a contract) for staff only, the widest first. In the database 'admin' is actor.is_admin(). */
export const staffAudiences = ['staff', 'admin'] as const
export type StaffAudience = (typeof staffAudiences)[number]

type StaffRoleRow = {
  label: string
  /** Shown where the role is chosen; for a role with more rights, what it adds. */
  description: string
  /** The endpoints and, in the database, the rows that the role may use. */
  audiences: readonly StaffAudience[]
  /** Whether the role gets mail about tickets (ticket-recipients.queries.ts). */
  getsTicketMail: boolean
  /** Whether open screens show others' changes at once (platform/live/server/change-notifications.ts). */
  seesLiveEvents: boolean
}

/** The role with the most rights first. */
const staffRoleTable = {
  admin: {
    label: 'Administratör',
    description: 'Kan också hantera användare och inställningar, ta bort kunder och skriva tid åt andra.',
    audiences: ['staff', 'admin'],
    getsTicketMail: true,
    seesLiveEvents: true,
  },
  technician: {
    label: 'Tekniker',
    description: 'Arbetar med tid, kunder, ärenden och rapporter.',
    audiences: ['staff'],
    getsTicketMail: true,
    seesLiveEvents: true,
  },
} as const satisfies Record<string, StaffRoleRow>

export type StaffRole = keyof typeof staffRoleTable
export const staffRoles = Object.keys(staffRoleTable) as StaffRole[]
export const isStaffRole = (role: string | null): role is StaffRole => staffRoles.some((known) => known === role)
export const staffRole = (role: StaffRole): StaffRoleRow => staffRoleTable[role]
export const ticketMailRoles = staffRoles.filter((role) => staffRole(role).getsTicketMail)
export const adminRoles = staffRoles.filter((role) => staffRole(role).audiences.includes('admin'))

/** Whether the person is of the audience: may call its endpoints, and in the database is actor.is_staff() or is_admin(). */
export const isOf = (audience: StaffAudience, { role }: { role: string | null }): boolean =>
  isStaffRole(role) && staffRole(role).audiences.includes(audience)
export const isAdmin = (person: { role: string | null }): boolean => isOf('admin', person)

/** A customer's login has the portal and no role of staff. */
export const roles = [...staffRoles, 'customer'] as const
export type Role = (typeof roles)[number]
export const roleLabel = (role: Role): string => (role === 'customer' ? 'Kund' : staffRole(role).label)

/** Whether a login opens the back office or the portal; some logins open neither. */
export const loginKinds = ['staff', 'customer'] as const
export type LoginKind = (typeof loginKinds)[number]
