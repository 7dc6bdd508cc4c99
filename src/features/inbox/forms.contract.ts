// The two forms of the public site: input, validation messages and responses.
import { z } from 'zod'
import { type FaultReportTarget, faultReportPromise } from '#features/company/response-time.rules.ts'
import { ANONYMOUS_FILE_MAX_BYTES, ATTACHED_FILES_MAX } from '#features/files/files.contract.ts'
import { get } from '#shared/contract.ts'
import { asciiDomain } from '#shared/email.rules.ts'
import { EMAIL_MAX, FULL_NAME_MAX, PHONE_MAX } from '#shared/limits.rules.ts'
import { isBlank, sanitizedLine, visibleText } from '#shared/text.rules.ts'
import type { EnquiryKind } from './enquiries.contract.ts'

export const ENQUIRY_TEXT_MAX = 5000
/** A hidden field: only bots fill it in. */
export const HONEYPOT = 'webbplats'
/** The field of pictures; the last one, so that the other fields are known before the pictures arrive. */
export const PICTURES = 'pictures'
/** The largest request body: the maximum number of pictures, each of the maximum size, and the text. */
export const PICTURES_MAX_BYTES = ATTACHED_FILES_MAX * ANONYMOUS_FILE_MAX_BYTES + 1024 * 1024
/** The field of the token that the script fetches at the first focus. */
export const FORM_TOKEN = 'formtoken'

export const CONTACT_SENT = 'Tack för ditt meddelande! Vi återkommer så snart som möjligt.'
export const supportSent = (isUrgent: boolean, company?: FaultReportTarget) =>
  `Ärendet är registrerat. ${faultReportPromise(isUrgent, company)}${isUrgent ? '!' : '.'}`

/** A single line: browsers cannot send more in these fields, so several lines are an attempt to inject a mail header. */
const optionalLine = (max: number, tooLong: string, missing?: string) =>
  z
    .string(missing)
    .refine((text) => isBlank(text) || !/[\p{Cc}\u2028\u2029]/u.test(text.trim()), 'Skriv på en rad')
    .overwrite(sanitizedLine)
    .max(max, tooLong)
const line = (required: string, max: number, tooLong: string) => optionalLine(max, tooLong, required).min(1, required)
/** Normalizes line breaks: a browser sends each as two characters and counts it as one. */
const text = (required: string, what: string) =>
  z
    .string(required)
    .overwrite((value) => visibleText(value.replace(/\r\n?/g, '\n')))
    .min(1, required)
    .max(ENQUIRY_TEXT_MAX, `${what} får max vara ${ENQUIRY_TEXT_MAX} tecken`)
    .refine((value) => !value.includes('\0'), 'Texten innehåller ett tecken som inte kan sparas')
const email = line('E-post krävs', EMAIL_MAX, 'Ange en giltig e-postadress')
  .overwrite(asciiDomain)
  .pipe(z.email('Ange en giltig e-postadress'))
const PHONE_TOO_LONG = `Telefonnumret får max vara ${PHONE_MAX} tecken`
const name = line('Namn krävs', FULL_NAME_MAX, `Namnet får max vara ${FULL_NAME_MAX} tecken`)

export const ContactForm = z.strictObject({
  name,
  email,
  phone: optionalLine(PHONE_MAX, PHONE_TOO_LONG)
    .optional()
    .transform((value) => value || null),
  message: text('Skriv ett meddelande', 'Meddelandet'),
})
export type ContactForm = z.output<typeof ContactForm>

export const SupportForm = z.strictObject({
  name,
  email,
  phone: line('Telefon krävs', PHONE_MAX, PHONE_TOO_LONG),
  issue: text('Beskriv felet', 'Beskrivningen'),
  /** A checkbox: present when it is ticked. */
  urgent: z
    .string()
    .optional()
    .transform((value) => value !== undefined),
})
export type SupportForm = z.output<typeof SupportForm>

export const formKinds = { '/kontakt': 'contact', '/support': 'support' } as const satisfies Record<string, EnquiryKind>
export type FormKind = (typeof formKinds)[keyof typeof formKinds]
/** The path of the page with the form, and of its POST. */
export type FormPath = keyof typeof formKinds
export const isFormPath = (path: string): path is FormPath => Object.hasOwn(formKinds, path)

export const forms = {
  token: get('/api/form-token', {
    allow: 'anyone',
    summary: 'A signed timestamp: a form submitted faster than a person can type comes from a bot',
    returns: z.object({ token: z.string() }),
  }),
}

/** The redirect target after a submission, so that a reload does not submit again: `/support?skickat=akut`. */
const SENT_PARAM = 'skickat'
/** Added to that URL when a picture was left out. */
const LEFT_OUT_PARAM = 'bilder'
/** Added to that URL: the signed token of the receipt (`receipt-token.ts`). */
export const RECEIPT_PARAM = 'kvitto'
export const PICTURES_LEFT_OUT = 'Texten har kommit fram, men inte alla bilder. Vi ber dig om dem om vi behöver dem.'

/** What the confirmation of an accepted form depends on. */
export type Confirmed = { isUrgent: boolean; hasLeftOut: boolean }
export const sentAddress = (path: FormPath, { isUrgent, hasLeftOut }: Confirmed, receipt: string | undefined) =>
  `${path}?${SENT_PARAM}=${isUrgent ? 'akut' : '1'}${hasLeftOut ? `&${LEFT_OUT_PARAM}=utan` : ''}${receipt ? `&${RECEIPT_PARAM}=${receipt}` : ''}`

/** The confirmation of an accepted form. */
export function confirmation(path: FormPath, { isUrgent, hasLeftOut }: Confirmed, company: FaultReportTarget): string {
  const text = path === '/kontakt' ? CONTACT_SENT : supportSent(isUrgent, company)
  return hasLeftOut ? `${text} ${PICTURES_LEFT_OUT}` : text
}

/** What the parameters of such a URL say; undefined for any other URL. */
export function sentParameters(path: FormPath, parameters: Record<string, unknown>): Confirmed | undefined {
  const sent = parameters[SENT_PARAM]
  const isUrgent = path === '/support' && sent === 'akut'
  if (!(sent === '1' || isUrgent)) return undefined
  return { isUrgent, hasLeftOut: parameters[LEFT_OUT_PARAM] === 'utan' }
}
