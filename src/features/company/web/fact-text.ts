import { readableAddress } from '#shared/email.rules.ts'
import { dayChoiceLabels, dayChoices } from '../opening-hours.rules.ts'
import { typedTarget } from '../target-fields.contract.ts'
import { isTargetField } from '../target-fields.rules.ts'

export type Fact = string | number | boolean | null | undefined

/** The readable text of a fact, also of an e-mail address; '-' for a missing one. Targets read as they are typed. */
export function readableFact(name: string, value: Fact): string {
  if (isTargetField(name) && typeof value === 'number') return typedTarget(name, value)
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nej'
  const choice = dayChoices.find((one) => one === value)
  return choice ? dayChoiceLabels[choice] : readableAddress(String(value ?? '-'))
}
