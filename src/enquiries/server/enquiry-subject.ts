import type { EnquiryKind } from '../enquiries.contract.ts'

/** The subject of every mail to the sender; it contains none of the sender's text. */
export const enquirySubject = (kind: EnquiryKind, company: string) =>
  `${kind === 'support' ? 'Din felanmälan' : 'Ditt meddelande'} till ${company}`
