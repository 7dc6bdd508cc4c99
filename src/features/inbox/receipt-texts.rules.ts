// What the sender of an enquiry is told of it, on the page after a form and in the receipt.
import { momentText } from '#features/tickets/answer-moment.rules.ts'
import type { EnquiryKind } from './enquiries.contract.ts'

const names: Record<EnquiryKind, string> = {
  contact: 'Meddelandet',
  support: 'Ärendet',
  mail: 'Mejlet',
  automatic: 'Mejlet',
}

/** 'Ärendet har nummer #1042.' */
export const numberText = (kind: EnquiryKind, number: number) => `${names[kind]} har nummer #${number}.`

type Promised = { isUrgent: boolean; promisedAt: string | Date | null }

/** The line of when an enquiry is answered; undefined for an urgent one, whose sender is to ring. */
export const enquiryMomentText = ({ isUrgent, promisedAt }: Promised): string | undefined =>
  promisedAt && !isUrgent ? momentText(promisedAt) : undefined
