import type { EnquiryKind } from '../enquiries.contract.ts'

/** The Message-ID that every mail to the sender of an enquiry belongs to; of the receipt, if one is sent. */
export const enquiryThread = (enquiryId: string, appUrl: string) => `<enquiry-${enquiryId}@${new URL(appUrl).hostname}>`

/** The subject of every mail to the sender; nothing of it is theirs. */
export const enquirySubject = (kind: EnquiryKind, company: string) =>
  `${kind === 'support' ? 'Din felanmälan' : 'Ditt meddelande'} till ${company}`
