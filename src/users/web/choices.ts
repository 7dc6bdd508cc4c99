import { roleLabels, roles } from '../users.contract.ts'

const details = {
  admin: 'Kan också hantera användare och inställningar, ta bort kunder och skriva tid åt andra.',
  technician: 'Arbetar med tid, kunder, ärenden och rapporter.',
}

/** The one that most have first; the other says what comes on top. */
export const roleChoices = roles
  .toReversed()
  .map((value) => ({ value, label: roleLabels[value], detail: details[value] }))
