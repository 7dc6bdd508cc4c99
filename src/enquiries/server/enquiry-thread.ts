import type { EnquiryKind } from '../enquiries.contract.ts'

/** The Message-ID of the receipt, which every mail to the sender refers to, whether a receipt is sent or not. */
export const enquiryThread = (enquiryId: string, appUrl: string) => `<enquiry-${enquiryId}@${new URL(appUrl).hostname}>`

/** The subject of every mail to the sender; it contains none of the sender's text. */
export const enquirySubject = (kind: EnquiryKind, company: string) =>
  `${kind === 'support' ? 'Din felanmälan' : 'Ditt meddelande'} till ${company}`
