// The telephone number to show: one that is answered now, alike on the public site and in the portal.
import type { OpenNow } from './open-now.rules.ts'
import { URGENT_PROMISE } from './response-time.rules.ts'

type Phones = { phone: string | null; emergencyPhone: string | null }
export type AnsweredPhone = { number: string; isEmergency: boolean }
/** The advice shown for an urgent matter; without a number when nobody answers now. */
export type UrgentAdvice = { title: string; text: string; number?: string; promise: string }

/**
 * The number to call now: the office while it is open, otherwise the emergency number; for an urgent matter the emergency number
 * first. Undefined when nobody answers. Without known hours (`open` undefined) the office counts as open.
 */
export function answeredPhone(
  { phone, emergencyPhone }: Phones,
  open: OpenNow | undefined,
  { isUrgent = false } = {},
): AnsweredPhone | undefined {
  const office = phone && (open?.isOpen ?? true) ? { number: phone, isEmergency: false } : undefined
  const emergency = emergencyPhone ? { number: emergencyPhone, isEmergency: true } : undefined
  return isUrgent ? (emergency ?? office) : (office ?? emergency)
}

/** The banner of an urgent report (specification, States and transitions). */
export function urgentAdvice(phones: Phones, open: OpenNow | undefined): UrgentAdvice {
  const answered = answeredPhone(phones, open, { isUrgent: true })
  const advice = { title: 'Akut ärende markerat', promise: `${URGENT_PROMISE}.` }
  if (answered) return { ...advice, text: 'Ring oss direkt så går det fortast:', number: answered.number }
  if (phones.phone && open?.opensAt)
    return { ...advice, text: `Telefonen är stängd. Ring oss direkt när vi öppnar, ${open.opensAt}.` }
  return { ...advice, text: 'Ring oss direkt om du har vårt nummer, så går det fortast.' }
}
