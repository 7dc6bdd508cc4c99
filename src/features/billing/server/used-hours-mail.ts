// Mail to an administrator about hours that are nearly or completely used.
import { customerPath } from '#features/customers/customers.rules.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { mailText } from '#platform/mail/mail-template.ts'
import { monthOf } from '#shared/dates.rules.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import { onOneLine } from '#shared/text.rules.ts'
import { hoursOf } from '#shared/typed-hours.rules.ts'

type Facts = {
  orgId: string
  userId: string
  email: string
  name: string | null
  company: string
  customerId: string
  customer: string
  /** The first day of the month for included hours; null for prepaid hours. */
  month: string | null
  prepaidHoursId: string | null
  boughtOn: string | null
  minutes: number
  usedMinutes: number
  percent: number
}

export function usedHoursMail(facts: Facts, appUrl: string): Mail {
  const { orgId, userId, email, name, customerId, month, prepaidHoursId, boughtOn, minutes, usedMinutes, percent } =
    facts
  const [company, customer] = [onOneLine(facts.company), onOneLine(facts.customer)]
  const isAll = percent === 100
  const what = month ? `timmarna som ingår i ${formatMonth(monthOf(month))}` : `timbanken som köptes ${boughtOn}`
  const next = isAll
    ? `Mer tid debiteras enligt avtalet${month ? '' : ' om kunden inte köper fler timmar'}.`
    : 'Säg gärna till kunden innan timmarna är slut.'
  return {
    orgId,
    to: email,
    subject: `${customer}: timmarna är ${isAll ? '' : 'snart '}slut – ${company}`,
    text: mailText(
      { to: name },
      `${customer} har använt ${hoursOf(usedMinutes)} av ${hoursOf(minutes)} tim av ${what}. ${next}`,
      `Så här ser det ut nu:\n${appUrl}${customerPath(customerId, '/agreement')}`,
      company,
    ),
    messageId: `<used-hours-${prepaidHoursId ?? `${customerId}-${month}`}-${percent}-${userId}@${new URL(appUrl).hostname}>`,
  }
}
