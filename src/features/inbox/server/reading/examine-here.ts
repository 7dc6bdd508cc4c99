import type { SenderAuthentication } from '#features/tickets/sender-authentication.contract.ts'
import { type AddableField, authenticateSender } from './authenticate-sender.ts'
import type { DnsLookup } from './dkim-signature.ts'
import type { IncomingMail } from './incoming-mail.ts'
import { parseMail } from './parse-mail.ts'
import type { Receiver } from './server-results.ts'

export type ExaminedMail = { mail: IncomingMail; authentication: SenderAuthentication }

/** Parses a mail and authenticates its sender, in the thread that calls it. */
export async function examineHere(raw: Uint8Array, receiver: Receiver, lookup?: DnsLookup): Promise<ExaminedMail> {
  const mail = await parseMail(raw)
  const { authentication, unsigned } = await authenticateSender(mail, raw, receiver, lookup)
  return { mail: markUnsigned(mail, unsigned), authentication }
}

/** Addresses in fields that the authentication does not cover get no copies; remarks show this to staff. */
export const markUnsigned = (mail: IncomingMail, unsigned: readonly AddableField[]): IncomingMail => ({
  ...mail,
  remarks: [
    ...mail.remarks,
    ...(unsigned.includes('reply-to') && mail.replyTo.some(({ address }) => address !== mail.from?.address)
      ? ['unsigned_reply_to' as const]
      : []),
    // One of the addresses in To is ours.
    ...((unsigned.includes('cc') && mail.cc.length > 0) || (unsigned.includes('to') && mail.to.length > 1)
      ? ['unsigned_copies' as const]
      : []),
  ],
  copied: [...(unsigned.includes('to') ? [] : mail.to), ...(unsigned.includes('cc') ? [] : mail.cc)],
})
