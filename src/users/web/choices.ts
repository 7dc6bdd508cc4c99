import { roleLabels, type StaffRole, staffRoles } from '#lib/roles.rules.ts'

const details = {
  admin: 'Kan också hantera användare och inställningar, ta bort kunder och skriva tid åt andra.',
  technician: 'Arbetar med tid, kunder, ärenden och rapporter.',
} as const satisfies Record<StaffRole, string>

/** The role with the fewest permissions first; the details of the others say what they add. */
export const roleChoices = staffRoles
  .toReversed()
  .map((value) => ({ value, label: roleLabels[value], detail: details[value] }))
