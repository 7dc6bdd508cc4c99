// Mails of a contact at kajen.example, received by the server of the corpus, with and without signatures.
import { authenticateSender } from '../server/reading/authenticate-sender.ts'
import { parseMail } from '../server/reading/parse-mail.ts'
import { ownServer } from './corpus-world.ts'
import { dnsOfKeys, type SignatureOptions, signedMail } from './signed-mail.ts'

export const header = {
  From: 'Kim <kim@kajen.example>',
  Sender: 'Kim <kim@kajen.example>',
  'Reply-To': 'Kim <kim@kajen.example>',
  To: 'support@nordnat.example',
  Cc: 'lo@kajen.example',
  Subject: '[#1234] WiFi',
  Date: 'Tue, 3 Nov 2026 10:40:00 +0100',
  'Message-ID': '<1@kajen.example>',
  'In-Reply-To': '<2@nordnat.example>',
  References: '<2@nordnat.example>',
  'Content-Type': 'text/plain; charset=utf-8',
  'Content-Transfer-Encoding': '8bit',
  'MIME-Version': '1.0',
}
export const message = `${Object.entries(header)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')}\r\nNu blinkar det  rött. \r\n\r\n`
export const received =
  'Received: from smtp.kajen.example (smtp.kajen.example [192.0.2.7]) by mx.nordnat.example (Postfix) with ESMTPS id 4B2F; Tue, 3 Nov 2026 10:40:02 +0100\r\n'
export const lmtp =
  'Received: from mx.nordnat.example ([127.0.0.1]) by mx.nordnat.example with LMTP id 5C3A; Tue, 3 Nov 2026 10:40:03 +0100\r\n'

/** A header of the mailbox's own server. */
export const own = (results: string) => `Authentication-Results: mx.nordnat.example; ${results}\r\n`
export const arrived = (results: string, mail = message) => `${own(results)}${received}${mail}`
export const signed = (options?: SignatureOptions) => signedMail(message, options)
export const DMARC = 'dmarc=pass (p=none dis=none) header.from=kajen.example'
export const SPF = 'spf=pass smtp.mailfrom=kim@kajen.example'
export const DKIM = 'dkim=pass header.d=kajen.example header.s=s1'
export const ANONYMOUS = '"x; dkim=pass header.d=kajen.example "@evil.example'

/** How the sender of the mail is authenticated. */
export const authenticationOf = async (raw: string, receiver = ownServer, lookup: typeof dnsOfKeys = dnsOfKeys) =>
  (await senderOf(raw, receiver, lookup)).authentication

/** The same, with the fields that the authentication does not cover. */
export async function senderOf(raw: string, receiver = ownServer, lookup: typeof dnsOfKeys = dnsOfKeys) {
  const bytes = Buffer.from(raw, 'utf8')
  return authenticateSender(await parseMail(bytes), bytes, receiver, lookup)
}
