import { describe, expect, test } from 'vitest'
import { ENQUIRY_TEXT_MAX, FORM_TOKEN, HONEYPOT } from '../forms.contract.ts'
import { contact, fault } from '../testing/form-site.ts'
import { readForm } from './forms-input.ts'

const read = (path: '/kontakt' | '/support', fields: Record<string, string> | string) =>
  readForm(path, new URLSearchParams(fields))
const errorsIn = (path: '/kontakt' | '/support', fields: Record<string, string> | string) => {
  const { result } = read(path, fields)
  return 'errors' in result ? result.errors : {}
}
const enquiryIn = (path: '/kontakt' | '/support', fields: Record<string, string> | string) => {
  const { result } = read(path, fields)
  return 'enquiry' in result ? result.enquiry : undefined
}

describe('the fields of a form', () => {
  test('contact: name, e-mail and message; the phone number may be left out', () => {
    expect(errorsIn('/kontakt', {})).toEqual({
      name: 'Namn krävs',
      email: 'E-post krävs',
      message: 'Skriv ett meddelande',
    })
    expect(errorsIn('/kontakt', { ...contact, name: ' ', message: '\r\n' })).toEqual({
      name: 'Namn krävs',
      message: 'Skriv ett meddelande',
    })
    const { phone: _, ...withoutPhone } = contact
    for (const fields of [contact, withoutPhone, { ...contact, phone: '   ' }])
      expect(enquiryIn('/kontakt', fields)).toEqual({ ...contact, kind: 'contact', phone: null, isUrgent: false })
  })

  test('support: the phone number is required too; urgent is a checkbox', () => {
    expect(errorsIn('/support', {})).toEqual({
      name: 'Namn krävs',
      email: 'E-post krävs',
      phone: 'Telefon krävs',
      issue: 'Beskriv felet',
    })
    const { issue, ...sender } = fault
    expect(enquiryIn('/support', fault)).toEqual({ ...sender, kind: 'support', message: issue, isUrgent: false })
    expect(enquiryIn('/support', { ...fault, urgent: 'on' })?.isUrgent).toBe(true)
  })

  test('an e-mail address is one plain address', () => {
    const bad = [
      ...['anna', 'anna@', '@example.se', 'anna@example', 'a b@example.se', 'anna@example.se, bo@example.se'],
      ...['anna@example.se;bo@example.se', 'Anna <anna@example.se>', '"anna, bo"@example.se', 'anna@[127.0.0.1]'],
      ...[
        'anna@example.se bo@example.se',
        'anna@exa\tmple.se',
        `${'a'.repeat(250)}@example.se`,
        'group: anna@example.se;',
      ],
    ]
    for (const email of bad) expect(errorsIn('/kontakt', { ...contact, email }), email).toHaveProperty('email')
    for (const email of ['anna@example.se', " o'brian+x@sub.example.co.uk "])
      expect(enquiryIn('/kontakt', { ...contact, email })?.email).toBe(email.trim())
  })

  test('name, e-mail and phone are one line, so that they inject no header', () => {
    for (const lineBreak of ['\r\nBcc: all@example.se', '\nx', '\rx', '\u2028x', '\u0085x', '\0x']) {
      for (const field of ['name', 'email', 'phone'] as const)
        expect(errorsIn('/support', { ...fault, [field]: `${fault[field]}${lineBreak}` }), field).toHaveProperty(field)
    }
  })

  test('the text may be 5 000 characters, a line break counted once, and is unchanged', () => {
    const longest = 'ö'.repeat(ENQUIRY_TEXT_MAX)
    expect(enquiryIn('/kontakt', { ...contact, message: longest })?.message).toBe(longest)
    expect(errorsIn('/kontakt', { ...contact, message: `${longest}x` })).toEqual({
      message: 'Meddelandet får max vara 5000 tecken',
    })
    expect(errorsIn('/support', { ...fault, issue: `${longest}x` })).toEqual({
      issue: 'Beskrivningen får max vara 5000 tecken',
    })
    const lines = 'a\r\n'.repeat(2499)
    expect(enquiryIn('/kontakt', { ...contact, message: `${lines}b` })?.message).toBe(`${'a\n'.repeat(2499)}b`)
    const markup = '<script>alert(1)</script> https://x.se {{link}} 👩‍🔧 =1+1'
    expect(enquiryIn('/kontakt', { ...contact, message: markup })?.message).toBe(markup)
  })

  test('text that cannot be stored is refused', () => {
    expect(errorsIn('/kontakt', { ...contact, message: 'a\0b' })).toEqual({
      message: 'Texten innehåller ett tecken som inte kan sparas',
    })
    expect(read('/kontakt', { ...contact, message: 'a\0b' }).values.message).toBe('ab')
  })
})

test('unknown fields are ignored, and the first of repeated ones is used', () => {
  const extra = '&__proto__=x&constructor=x&toString=x&org_id=1&isSuspect=true&is_urgent=on&urgent=on&name[]=x&name=Bo'
  const sent = read('/kontakt', new URLSearchParams(contact).toString() + extra)
  expect(sent.result).toEqual({ enquiry: { ...contact, kind: 'contact', phone: null, isUrgent: false } })
  expect(Object.keys(sent.values).sort()).toEqual(['email', 'message', 'name', 'phone'])
  expect(errorsIn('/kontakt', 'name[]=Anna&name[0]=Anna&email.x=1')).toHaveProperty('name')
})

test('an invalid percent escape is text', () => {
  for (const text of ['%', '%zz', '%u0041'])
    expect(enquiryIn('/kontakt', `name=A&email=a@x.se&message=x${text}`)?.message).toBe(`x${text}`)
})

test('any value in the hidden field marks a bot, also when the field is repeated', () => {
  expect(read('/kontakt', contact).isHoneypotFilled).toBe(false)
  expect(read('/kontakt', { ...contact, [HONEYPOT]: '' }).isHoneypotFilled).toBe(false)
  expect(read('/kontakt', { ...contact, [HONEYPOT]: ' ' }).isHoneypotFilled).toBe(true)
  expect(read('/kontakt', `${HONEYPOT}=&${HONEYPOT}=x`).isHoneypotFilled).toBe(true)
  expect(read('/kontakt', { ...contact, [FORM_TOKEN]: 'x' }).token).toBe('x')
})
