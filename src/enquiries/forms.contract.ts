// The two forms of the public site: input, validation messages and responses.
import { z } from 'zod'
import { get } from '#lib/contract.ts'
import { sanitizedLine, visibleText } from '#lib/text.rules.ts'
import type { EnquiryKind } from './enquiries.contract.ts'

export const ENQUIRY_TEXT_MAX = 5000
/** A field no person sees; whoever fills it is a robot. */
export const HONEYPOT = 'webbplats'
/** The field of the token that the script fetches at the first focus. */
export const FORM_TOKEN = 'formtoken'

export const CONTACT_SENT = 'Tack för ditt meddelande! Vi återkommer så snart som möjligt.'
export const supportSent = (isUrgent: boolean) =>
  `Ärendet är registrerat. ${isUrgent ? 'Vi återkommer omedelbart!' : 'Vi återkommer inom 4 timmar.'}`

/** One line: no control character, so nothing of it can become a header of a mail. */
const optionalLine = (max: number, tooLong: string, missing?: string) =>
  z
    .string(missing)
    .overwrite(sanitizedLine)
    .max(max, tooLong)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'Skriv på en rad')
const line = (required: string, max: number, tooLong: string) => optionalLine(max, tooLong, required).min(1, required)
/** A browser sends each line break as two characters and counts it as one. */
const text = (required: string, what: string) =>
  z
    .string(required)
    .overwrite((given) => visibleText(given.replace(/\r\n?/g, '\n')))
    .min(1, required)
    .max(ENQUIRY_TEXT_MAX, `${what} får max vara ${ENQUIRY_TEXT_MAX} tecken`)
    .refine((given) => !given.includes('\0'), 'Texten innehåller ett tecken som inte kan sparas')
const email = line('E-post krävs', 254, 'Ange en giltig e-postadress').pipe(z.email('Ange en giltig e-postadress'))
const PHONE_TOO_LONG = 'Telefonnumret får max vara 50 tecken'
const name = line('Namn krävs', 200, 'Namnet får max vara 200 tecken')

export const ContactForm = z.strictObject({
  name,
  email,
  phone: optionalLine(50, PHONE_TOO_LONG)
    .optional()
    .transform((given) => given || null),
  message: text('Skriv ett meddelande', 'Meddelandet'),
})
export type ContactForm = z.output<typeof ContactForm>

export const SupportForm = z.strictObject({
  name,
  email,
  phone: line('Telefon krävs', 50, PHONE_TOO_LONG),
  issue: text('Beskriv felet', 'Beskrivningen'),
  /** A checkbox: there or not. */
  urgent: z
    .string()
    .optional()
    .transform((given) => given !== undefined),
})
export type SupportForm = z.output<typeof SupportForm>

export const formKinds = { '/kontakt': 'contact', '/support': 'support' } as const satisfies Record<string, EnquiryKind>
/** Where a form stands and is sent to. */
export type FormPath = keyof typeof formKinds

export const forms = {
  token: get('/api/form-token', {
    allow: 'anyone',
    summary: 'A signed moment: a form that is sent sooner than a person can write is a robot’s',
    returns: z.object({ token: z.string() }),
  }),
}

/** How a sent form's page is addressed, so that loading it again sends nothing: `/support?skickat=akut`. */
export const SENT_PARAM = 'skickat'
export const sentAddress = (path: FormPath, isUrgent: boolean) => `${path}?${SENT_PARAM}=${isUrgent ? 'akut' : '1'}`
/** What a page says of a form that was sent; undefined for any other address. */
export function sentText(path: string, sent: unknown): string | undefined {
  if (path === '/kontakt' && sent === '1') return CONTACT_SENT
  if (path === '/support' && (sent === '1' || sent === 'akut')) return supportSent(sent === 'akut')
  return undefined
}
