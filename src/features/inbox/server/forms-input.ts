import type { z } from 'zod'
import { ContactForm, FORM_TOKEN, type FormKind, type FormPath, HONEYPOT, SupportForm } from '../forms.contract.ts'

export type NewEnquiry = {
  kind: FormKind
  name: string
  email: string
  phone: string | null
  message: string
  isUrgent: boolean
}

export type SubmittedForm = {
  /** The user's input, to render the form again. */
  values: Record<string, string>
  token: string
  /** The hidden field was filled in. */
  isHoneypotFilled: boolean
  result: { enquiry: NewEnquiry } | { errors: Record<string, string> }
}

/** Parses and validates a submitted form. Unknown fields are ignored, since browser extensions add some. */
export function readForm(path: FormPath, body: URLSearchParams): SubmittedForm {
  const { shape } = path === '/kontakt' ? ContactForm : SupportForm
  // `get` returns the first of repeated fields.
  const entries = Object.keys(shape).flatMap((name) => {
    const value = body.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  const fields = Object.fromEntries(entries)
  return {
    values: Object.fromEntries(entries.map(([name, value]) => [name, value.replaceAll('\0', '')])),
    token: body.get(FORM_TOKEN) ?? '',
    isHoneypotFilled: body.getAll(HONEYPOT).some((value) => value !== ''),
    result: path === '/kontakt' ? readContact(fields) : readSupport(fields),
  }
}

function readContact(fields: object): SubmittedForm['result'] {
  const { data, error } = ContactForm.safeParse(fields)
  return data ? { enquiry: { kind: 'contact', ...data, isUrgent: false } } : { errors: errorsOf(error) }
}

function readSupport(fields: object): SubmittedForm['result'] {
  const { data, error } = SupportForm.safeParse(fields)
  if (!data) return { errors: errorsOf(error) }
  const { issue, urgent, ...sender } = data
  return { enquiry: { kind: 'support', ...sender, message: issue, isUrgent: urgent } }
}

/** The first error of each field. */
function errorsOf({ issues }: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) errors[path.join('.')] ??= message
  return errors
}
