import { staffRole, staffRoles } from '#shared/roles.rules.ts'

/** The role with the fewest permissions first. */
export const roleChoices = staffRoles.toReversed().map((value) => {
  const { label, description } = staffRole(value)
  return { value, label, detail: description }
})
