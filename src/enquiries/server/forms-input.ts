import type { z } from 'zod'
import type { EnquiryKind } from '../enquiries.contract.ts'
import { ContactForm, FORM_TOKEN, type FormPath, HONEYPOT, SupportForm } from '../forms.contract.ts'

export type NewEnquiry = {
  kind: EnquiryKind
  name: string
  email: string
  phone: string | null
  message: string
  isUrgent: boolean
}

export type SentForm = {
  /** As it was typed, to be shown again. */
  values: Record<string, string>
  token: string
  /** Somebody filled what no person sees. */
  isHoneypotFilled: boolean
  judged: { enquiry: NewEnquiry } | { errors: Record<string, string> }
}

/** What stands in a sent form. Fields that are not its own count for nothing: browser extensions add some. */
export function readForm(path: FormPath, sent: URLSearchParams): SentForm {
  const { shape } = path === '/kontakt' ? ContactForm : SupportForm
  // The first of several of one name.
  const given = Object.keys(shape).flatMap((name) => {
    const value = sent.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  const fields = Object.fromEntries(given)
  return {
    values: Object.fromEntries(given.map(([name, value]) => [name, value.replaceAll('\0', '')])),
    token: sent.get(FORM_TOKEN) ?? '',
    isHoneypotFilled: sent.getAll(HONEYPOT).some((value) => value !== ''),
    judged: path === '/kontakt' ? readContact(fields) : readSupport(fields),
  }
}

function readContact(fields: object): SentForm['judged'] {
  const { data, error } = ContactForm.safeParse(fields)
  return data ? { enquiry: { kind: 'contact', ...data, isUrgent: false } } : { errors: errorsOf(error) }
}

function readSupport(fields: object): SentForm['judged'] {
  const { data, error } = SupportForm.safeParse(fields)
  if (!data) return { errors: errorsOf(error) }
  const { issue, urgent, ...sender } = data
  return { enquiry: { kind: 'support', ...sender, message: issue, isUrgent: urgent } }
}

/** The first of each field. */
function errorsOf({ issues }: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) errors[path.join('.')] ??= message
  return errors
}
