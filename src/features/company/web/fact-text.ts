import { readableAddress } from '#shared/email.rules.ts'
import { dayChoiceLabels, dayChoices } from '../opening-hours.rules.ts'

export type Fact = string | number | boolean | null | undefined

/** The value of a fact as a person reads it, an e-mail address too; a missing one is '-'. */
export function inWords(value: Fact): string {
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nej'
  const choice = dayChoices.find((one) => one === value)
  return choice ? dayChoiceLabels[choice] : readableAddress(String(value ?? '-'))
}
