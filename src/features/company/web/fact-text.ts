import { readableAddress } from '#shared/email.rules.ts'
import { dayChoiceLabels, dayChoices } from '../opening-hours.rules.ts'

export type Fact = string | number | boolean | null | undefined

/** The readable text of a fact, also of an e-mail address; '-' for a missing one. */
export function readableFact(value: Fact): string {
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nej'
  const choice = dayChoices.find((one) => one === value)
  return choice ? dayChoiceLabels[choice] : readableAddress(String(value ?? '-'))
}
