// What a signed-in person may be. A new role of staff is also a value of user_roles_role_values and actor.is_staff() in the
// database (src/db/limits.api.test.ts compares them), and gets a line in src/users/web/choices.ts.

export const staffRoles = ['admin', 'technician'] as const
export type StaffRole = (typeof staffRoles)[number]
export const isStaffRole = (role: string | null): role is StaffRole => staffRoles.some((known) => known === role)

/** A customer's login has the portal and no role of staff. */
export const roles = [...staffRoles, 'customer'] as const
export type Role = (typeof roles)[number]

/** What a login opens: the back office or the portal. A login without either is of no kind. */
export const loginKinds = ['staff', 'customer'] as const
export type LoginKind = (typeof loginKinds)[number]

export const roleLabels = {
  admin: 'Administratör',
  technician: 'Tekniker',
  customer: 'Kund',
} as const satisfies Record<Role, string>
