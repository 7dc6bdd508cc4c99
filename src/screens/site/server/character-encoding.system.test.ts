// Text that is not UTF-8 is refused, because it could not be stored unchanged.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contact, type FormSite, startFormSite } from '#features/inbox/testing/form-site.ts'
import type { Person } from '#tests/harness/harness.ts'

let site: FormSite
let technician: Person
beforeAll(async () => {
  site = await startFormSite()
  technician = await site.h.aTechnician({ orgId: site.orgId })
})
beforeEach(() => site.empty())
afterAll(() => site.stop())

const mangled = {
  'Latin-1': 'e5',
  'UTF-8 cut short': 'c3',
  'an overlong slash': 'c0af',
  'half an emoji': 'eda0bd',
  'beyond Unicode': 'f5808080',
  'UTF-16': 'fffe4100',
}
const charsets = ['iso-8859-1', 'utf-16', 'UTF-16LE', '"windows-1252"', 'utf-8; charset=latin1', 'utf-7', '']
const utf8 = ['', '; charset=utf-8', ';CHARSET="UTF-8"', '; charset=utf8', '; boundary=x; charset=utf-8']

const bytesOf = (before: string, hex: string, after: string) =>
  Buffer.concat([Buffer.from(before), Buffer.from(hex, 'hex'), Buffer.from(after)])

describe('A-204: JSON that is not UTF-8', () => {
  const post = (url: string, payload: Buffer | string, type = 'application/json') =>
    site.h.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': type, authorization: `Bearer ${technician.token}` },
    })
  const endpoints = {
    '/api/customers': ['{"name":"', '"}'],
    '/api/first-admin': ['{"token":"', '"}'],
    '/auth/v1/recover': ['{"email":"', '"}'],
    '/auth/v1/token?grant_type=password': ['{"email":"a@example.se","password":"', '"}'],
  } as const

  test.each(Object.entries(endpoints))('is refused at %s, and nothing is stored', async (url, [open, close]) => {
    const messages = {
      400: 'Texten går inte att läsa: den är inte kodad som UTF-8',
      415: 'Teckenkodningen stöds inte, bara UTF-8',
    }
    const refused = async (status: 400 | 415, payload: Buffer | string, type?: string) => {
      const response = await post(url, payload, type)
      const body = response.json()
      expect([response.statusCode, (body.error ?? body).message], type).toEqual([status, messages[status]])
    }
    for (const hex of Object.values(mangled)) await refused(400, bytesOf(open, hex, close))
    for (const charset of charsets) await refused(415, `${open}a${close}`, `application/json; charset=${charset}`)
    expect((await site.q(`select from customers where name like '%' || chr(65533) || '%'`)).rowCount).toBe(0)
  })

  test('UTF-8 is accepted under all its names, and so is a literal U+FFFD', async () => {
    for (const [n, parameters] of utf8.entries()) {
      const name = `Åsa 👋 ${n} \ufffd`
      const response = await post('/api/customers', JSON.stringify({ name }), `application/json${parameters}`)
      expect([response.statusCode, response.json().name], parameters).toEqual([200, name])
    }
  })
})

describe('A-205: a form that is not UTF-8', () => {
  const form = new URLSearchParams({ ...contact, message: 'här' }).toString()
  const typed = (charset: string) => ({ 'content-type': `application/x-www-form-urlencoded; charset=${charset}` })

  test('is refused with a message, with and without script, raw or percent-encoded, and is not stored', async () => {
    const messages = {
      page: 'Texten går inte att läsa. Gå tillbaka, skriv den på nytt och skicka igen.',
      script: 'Texten går inte att läsa. Skriv den på nytt och skicka igen.',
    }
    for (const [what, hex] of Object.entries(mangled)) {
      const escaped = hex.replace(/../g, '%$&')
      for (const payload of [`${form}${escaped}`, `${escaped}=x&${form}`, bytesOf(form, hex, '&x=1')]) {
        const page = await site.send('/kontakt', payload)
        expect([page.statusCode, page.json().form.problem], what).toEqual([400, messages.page])
        const json = await site.send('/kontakt', payload, { script: true })
        expect([json.statusCode, json.json().error.message], what).toEqual([400, messages.script])
      }
    }
    for (const charset of charsets) {
      const page = await site.send('/kontakt', form, { headers: typed(charset) })
      expect([page.statusCode, page.json().form.problem], charset).toEqual([
        415,
        'Teckenkodningen stöds inte, bara UTF-8',
      ])
    }
    expect(await site.count('enquiries')).toBe(0)
  })

  test('UTF-8 is accepted, raw and percent-encoded; a lone percent sign is literal', async () => {
    const messages = ['Åsa 👋', '100 %', '%zz %', 'a\ufffd']
    for (const message of messages) {
      const fields = new URLSearchParams({ ...contact, message }).toString()
      expect((await site.send('/kontakt', fields, { headers: typed('UTF-8') })).statusCode, message).toBe(303)
    }
    const raw = `name=Åsa&email=asa%40example.se&message=%u0041 %`
    expect((await site.send('/kontakt', raw)).statusCode).toBe(303)
    expect((await site.stored()).map((row) => row.message)).toEqual([...messages, '%u0041 %'])
  })
})
