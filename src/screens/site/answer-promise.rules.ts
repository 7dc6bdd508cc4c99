// What a form tells its sender of the answer before it is sent, computed as the server promises it when it arrives; and whom to call
// about an urgent matter, before and after.
import { type UrgentAdvice, urgentAdvice } from '#features/company/answered-phone.rules.ts'
import { calendarOf } from '#features/company/opening-hours.rules.ts'
import { addWorkingDay } from '#features/company/working-time.rules.ts'
import type { FormPath } from '#features/inbox/forms.contract.ts'
import { answerDue } from '#features/tickets/answer-clock.rules.ts'
import { momentText, noJourText } from '#features/tickets/answer-moment.rules.ts'
import { targetsOf } from '#features/tickets/answer-targets.rules.ts'
import type { PublicFacts } from './facts.ts'
import { hoursOf, type Moment } from './moment.rules.ts'

export type AnswerPromise = {
  /** When a message or a fault report that is not urgent is answered; undefined without opening hours. */
  moment: string | undefined
  /** For an urgent one, when nobody has jour. */
  noJour: string | undefined
}

/** The promise of what is sent now. `hasJour` is undefined where it is not known. */
export function answerPromise(
  path: FormPath,
  { facts, now, hasJour }: { facts: PublicFacts | undefined; now: Date; hasJour: boolean | undefined },
): AnswerPromise {
  const hours = hoursOf(facts)
  const calendar = hours && calendarOf(hours)
  const due =
    facts &&
    calendar &&
    (path === '/kontakt'
      ? addWorkingDay(calendar, now)
      : answerDue({ calendar, targets: targetsOf(facts).answer }, 'normal', now))
  return { moment: due && momentText(due), noJour: noJourText({ hasJour, calendar, now }) }
}

/** Whom to call about an urgent matter; the promise gives way where nobody has jour. */
export function adviceOf({ urgent }: Moment, promise: AnswerPromise | undefined): UrgentAdvice {
  const advice = urgent ?? urgentAdvice({ phone: null, emergencyPhone: null }, undefined)
  return { ...advice, promise: promise?.noJour ?? advice.promise }
}
