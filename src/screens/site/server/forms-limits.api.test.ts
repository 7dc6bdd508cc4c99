// Honeypot, tokens, duplicates and rate limits of the public forms, across processes.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CONTACT_SENT, FORM_TOKEN, forms, HONEYPOT, supportSent } from '#features/inbox/forms.contract.ts'
import {
  aNetwork,
  contact,
  type FormSite,
  fault,
  sendForm,
  sentTo,
  startFormSite,
  tokenFrom,
} from '#features/inbox/testing/form-site.ts'

let site: FormSite
beforeAll(async () => {
  site = await startFormSite()
})
beforeEach(() => site.empty())
afterAll(() => site.stop())

const send = (...input: Parameters<FormSite['send']>) => site.send(...input)

describe('robot detection', () => {
  test('a form with the honeypot filled gets the usual response, is marked suspect and sends no mail', async () => {
    const response = await send('/kontakt', { ...contact, [HONEYPOT]: 'https://x.se' }, { script: true })
    expect([response.statusCode, response.json().message]).toEqual([200, CONTACT_SENT])
    expect(await site.stored()).toMatchObject([{ is_suspect: true, message: contact.message }])
    expect(await site.jobs()).toEqual([])
  })

  test('a token that is too new or forged marks the form as suspect; none or an older one does not', async () => {
    const { token } = await site.h.as(null).call(forms.token, {})
    const tokens = [token, 'x', tokenFrom(0), '', tokenFrom(4), tokenFrom(3 * 24 * 3600)]
    for (const [n, one] of tokens.entries()) {
      const response = await send('/kontakt', { ...contact, message: `${n}`, [FORM_TOKEN]: one })
      expect(response.statusCode).toBe(303)
    }
    expect((await site.stored()).map((row) => row.is_suspect)).toEqual([true, true, true, false, false, false])
  })

  test('a suspect form does not make the same form sent later a duplicate', async () => {
    await send('/kontakt', { ...contact, [FORM_TOKEN]: tokenFrom(0) })
    await send('/kontakt', { ...contact, [FORM_TOKEN]: tokenFrom(10) })
    expect((await site.stored()).map((row) => row.is_suspect)).toEqual([true, false])
  })

  test('a token is anonymous and uncached, and contains only a time', async () => {
    const response = await site.h.app.inject('/api/form-token')
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(Object.keys(response.json())).toEqual(['token'])
    expect((await site.other.app.inject('/api/form-token')).json().token).toMatch(/^[0-9a-z]+\.[\w-]{43}$/)
  })
})

describe('the same form again', () => {
  test('within ten minutes is stored once, with the same response', async () => {
    const ip = aNetwork()
    const first = await send('/support', fault, { ip })
    const again = await send('/support', { ...fault, email: 'BO@example.se ' }, { ip })
    expect([sentTo(first), sentTo(again)]).toEqual(['/support?skickat=1', '/support?skickat=1'])
    expect(await site.count('enquiries')).toBe(1)
    await send('/support', { ...fault, urgent: 'on' }, { ip })
    expect(await site.count('enquiries')).toBe(2)

    await site.q(`update form_counters set window_start = now() - interval '10 minutes' where key like 'same:%'`)
    await send('/support', fault, { ip })
    expect(await site.count('enquiries')).toBe(3)
  })

  test('twenty times concurrently, on two processes, is stored and mailed once', async () => {
    const ip = aNetwork()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        sendForm(n % 2 ? site.other : site.h, '/support', fault, { ip, script: true }),
      ),
    )
    const [number] = (await site.q('select number from enquiries')).rows.map((row) => row.number)
    // The token in the address of each receipt has its time.
    const told = answers.map((answer) => JSON.stringify({ ...answer.json(), address: '', status: answer.statusCode }))
    expect(new Set(told).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(200)
    expect(answers[0]?.json()).toMatchObject({
      message: supportSent(false),
      number: `Ärendet har nummer #${number}.`,
      moment: expect.stringContaining('senast'),
    })
    expect(await site.count('enquiries')).toBe(1)
    expect(await site.jobs()).toEqual(['enquiry-mail', 'enquiry-receipt'])
  })

  test('is stored when the first could not be stored', async () => {
    await site.q('revoke insert on enquiries from stodpunkt_site')
    expect((await send('/kontakt', contact)).statusCode).toBe(503)
    await site.q('grant insert on enquiries to stodpunkt_site')
    expect((await send('/kontakt', contact)).statusCode).toBe(303)
    expect(await site.count('enquiries')).toBe(1)
  })
})

describe('a network', () => {
  const many = (ip: string, howMany: number, from = 0) =>
    Array.from({ length: howMany }, (_, n) => ({ ...contact, message: `nr ${from + n}`, ip })).map(
      ({ ip, ...fields }) => [fields, { ip }] as const,
    )

  test('may send five in ten minutes; the sixth is refused with the phone number, its values retained', async () => {
    const ip = aNetwork()
    for (const [fields, extra] of many(ip, 5)) expect((await send('/kontakt', fields, extra)).statusCode).toBe(303)
    const sixth = { ...contact, message: 'nr 6' }
    const page = await send('/kontakt', sixth, { ip })
    expect(page.statusCode).toBe(429)
    expect(Number(page.headers['retry-after'])).toBeGreaterThan(0)
    const { form } = page.json()
    expect([form.values, form.errors]).toEqual([sixth, {}])
    const json = await send('/kontakt', sixth, { ip, script: true })
    expect([json.statusCode, json.json().error.code]).toEqual([429, 'too_many'])
    expect(json.headers['retry-after']).toBeDefined()
    for (const text of [form.problem, json.json().error.message])
      expect(text).toMatch(
        /^Det har skickats många meddelanden härifrån på kort tid\. Ring oss på (08-123 456 78|070-111 22 33), eller/,
      )
    expect(await site.count('enquiries')).toBe(5)
    // Another network is not limited, and this one is not after the window.
    expect((await send('/kontakt', sixth)).statusCode).toBe(303)
    await site.q(
      `update form_counters set window_start = window_start - interval '10 minutes' where key like 'network:10:%'`,
    )
    expect((await send('/kontakt', { ...sixth, message: 'nr 7' }, { ip })).statusCode).toBe(303)
  })

  test('is counted across processes, also for concurrent forms', async () => {
    const ip = aNetwork()
    const answers = await Promise.all(
      many(ip, 20).map(([fields, extra], n) => sendForm(n % 2 ? site.other : site.h, '/kontakt', fields, extra)),
    )
    const statuses = answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)
    expect(statuses).toEqual([...Array(5).fill(303), ...Array(15).fill(429)])
    expect(await site.count('enquiries')).toBe(5)
  })

  test('may send twenty a day', async () => {
    const ip = aNetwork()
    for (let round = 0; round < 4; round++) {
      for (const [fields, extra] of many(ip, 5, round * 5))
        expect((await send('/kontakt', fields, extra)).statusCode).toBe(303)
      await site.q(
        `update form_counters set window_start = window_start - interval '10 minutes' where key like 'network:10:%'`,
      )
    }
    const refused = await send('/kontakt', { ...contact, message: 'nr 20' }, { ip })
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(24 * 3600)
    expect(await site.count('enquiries')).toBe(20)
  })

  test('is an IPv4 address or the /64 of an IPv6 one, and is stored as a hash', async () => {
    for (let n = 0; n < 5; n++)
      await send('/kontakt', { ...contact, message: `nr ${n}` }, { ip: `2001:db8:1:2:${n}::1` })
    expect((await send('/kontakt', contact, { ip: '2001:db8:1:2:ffff::' })).statusCode).toBe(429)
    expect((await send('/kontakt', contact, { ip: '2001:db8:1:3::1' })).statusCode).toBe(303)
    const { rows } = await site.q('select key from form_counters')
    for (const word of ['2001', 'db8', 'anna', 'example', contact.message])
      expect(JSON.stringify(rows)).not.toContain(word)
  })

  test('A-06, A-160: is taken from the configured proxy’s header, and from no other sender’s', async () => {
    const from = (peer: string, forwarded: string, n: number) =>
      send('/kontakt', { ...contact, message: `${peer} ${n}` }, { ip: peer, headers: { 'x-forwarded-for': forwarded } })
    const anonymous = aNetwork()
    for (let n = 0; n < 5; n++) expect((await from(anonymous, `192.0.2.${n}`, n)).statusCode).toBe(303)
    expect((await from(anonymous, '192.0.2.9', 9)).statusCode).toBe(429)
    for (let n = 0; n < 8; n++) expect((await from('10.9.9.9', `198.51.100.${n}`, n)).statusCode).toBe(303)
  })

  test('A-507: does not depend on the port that the proxy adds', async () => {
    const from = (forwarded: string, n: number) =>
      send(
        '/kontakt',
        { ...contact, message: `${forwarded} ${n}` },
        { ip: '10.9.9.9', headers: { 'x-forwarded-for': forwarded } },
      )
    for (let n = 0; n < 5; n++) expect((await from(`203.0.113.77:${6000 + n}`, n)).statusCode).toBe(303)
    expect((await from('203.0.113.77:7000', 5)).statusCode).toBe(429)
    for (let n = 0; n < 5; n++) expect((await from(`[2001:db8:77::${n}]:443`, n)).statusCode).toBe(303)
    expect((await from('"[2001:db8:77::9]:444"', 5)).statusCode).toBe(429)
  })
})
