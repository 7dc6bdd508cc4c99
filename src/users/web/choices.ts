import { roleLabels, roles } from '../users.contract.ts'

const details = {
  admin: 'Kan också hantera användare och inställningar, ta bort kunder och skriva tid åt andra.',
  technician: 'Arbetar med tid, kunder, ärenden och rapporter.',
}

export const roleChoices = roles.map((value) => ({ value, label: roleLabels[value], detail: details[value] }))
