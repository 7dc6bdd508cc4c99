// The public forms through the real server: storage, responses and refusals.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CONTACT_SENT, type FormPath, formKinds, HONEYPOT, supportSent } from '#features/inbox/forms.contract.ts'
import {
  contact,
  type FormSite,
  fault,
  jsonPages,
  sendForm,
  sentTo,
  startFormSite,
} from '#features/inbox/testing/form-site.ts'
import { startHarness } from '#tests/harness/harness.ts'

let site: FormSite
beforeAll(async () => {
  site = await startFormSite()
})
beforeEach(() => site.empty())
afterAll(() => site.stop())

const send = (...input: Parameters<FormSite['send']>) => site.send(...input)

describe('a submitted form', () => {
  test('is stored as an enquiry of the site’s company, and the response redirects to its page', async () => {
    const answers = [
      await send('/kontakt', contact),
      await send('/support', fault),
      await send('/support', { ...fault, urgent: 'on' }),
    ]
    expect(answers.map((one) => [one.statusCode, sentTo(one), one.headers['cache-control']])).toEqual([
      [303, '/kontakt?skickat=1', 'no-store'],
      [303, '/support?skickat=1', 'no-store'],
      [303, '/support?skickat=akut', 'no-store'],
    ])
    const sender = { org_id: site.orgId, is_suspect: false }
    const { issue, ...by } = fault
    expect(await site.stored()).toEqual([
      { ...sender, ...contact, kind: 'contact', phone: null, is_urgent: false },
      { ...sender, ...by, kind: 'support', message: issue, is_urgent: false },
      { ...sender, ...by, kind: 'support', message: issue, is_urgent: true },
    ])
  })

  test('the script gets the specified texts', async () => {
    const responses = []
    for (const [path, fields] of [
      ['/kontakt', contact],
      ['/support', fault],
      ['/support', { ...fault, urgent: 'on' }],
    ] as const) {
      const response = await send(path, fields, { script: true })
      expect(response.statusCode).toBe(200)
      responses.push(response.json())
    }
    expect(responses).toMatchObject([
      { message: 'Tack för ditt meddelande! Vi återkommer så snart som möjligt.' },
      { message: 'Ärendet är registrerat. Vi återkommer inom 4 timmar.' },
      { message: 'Ärendet är registrerat. Vi återkommer omedelbart!' },
    ])
    expect([CONTACT_SENT, supportSent(false), supportSent(true)]).toEqual(responses.map(({ message }) => message))
  })

  test('with invalid fields is refused with an error for each, and retains its values', async () => {
    const fields = { ...fault, email: 'a@x.se, b@x.se', phone: '', urgent: 'on', [HONEYPOT]: '', extra: 'x' }
    const errors = { email: 'Ange en giltig e-postadress', phone: 'Telefon krävs' }
    const response = await send('/support', fields)
    expect([response.statusCode, response.headers['content-type']]).toEqual([422, 'text/html; charset=utf-8'])
    const { extra: _, [HONEYPOT]: __, ...values } = fields
    expect(response.json()).toEqual({ path: '/support', form: { values, errors }, company: 'Nordnät AB' })

    const json = await send('/support', fields, { script: true })
    expect(json.statusCode).toBe(422)
    expect(json.json().error).toMatchObject({ code: 'invalid', message: 'Ange en giltig e-postadress', fields: errors })
    expect(await site.count('enquiries')).toBe(0)
  })

  test('markup and links are stored as text', async () => {
    const message =
      '<img src=x onerror=alert(1)> <a href="https://evil.example">här</a> {{link}} \'; drop table enquiries;--'
    await send('/kontakt', { ...contact, name: '<b>Anna</b>', message })
    expect(await site.stored()).toMatchObject([{ name: '<b>Anna</b>', message }])
  })

  test('leaves no personal data in the log, whatever the outcome', async () => {
    const secret = { name: 'Kanarie Namn', email: 'kanarie@example.se', phone: '0709998877', message: 'kanarie-text' }
    await send('/kontakt', secret)
    await send('/kontakt', { ...secret, email: 'kanarie' })
    await site.q(`alter table enquiries add constraint no_canary check (message <> 'kanarie-tre')`)
    const refused = await send('/kontakt', { ...secret, message: 'kanarie-tre' }, { ip: '203.0.113.77' })
    await site.q('alter table enquiries drop constraint no_canary')
    expect(refused.statusCode).toBe(503)
    expect(site.logged()).toContain('a form was not stored')
    expect(site.logged()).toContain('no_canary')
    for (const word of [/kanarie-/, /Kanarie/, /kanarie@/, /0709998877/, /70-999/])
      expect(site.logged()).not.toMatch(word)
  })
})

describe('invalid input', () => {
  const body = new URLSearchParams(contact).toString()
  const odd: [string, string][] = [
    ['nothing', ''],
    ['no fields', '&&&===&'],
    ['arrays', 'name[]=a&email[]=b&message[]=c'],
    ['repeated fields', `${body}&${body}&${body}`],
    ['names of a prototype', `${body}&__proto__=1&constructor=1&hasOwnProperty=1&toString=1`],
    ['half an escape', 'name=%&email=%E&message=%%u0041'],
    ['a NUL', body.replace('Hej', '%00')],
    ['a NUL in a name', body.replace('Anna', 'An%00na')],
    ['line breaks in the name', body.replace('Anna', 'Anna%0D%0ABcc:x%40x.se')],
    ['a list of addresses', body.replace('anna%40', 'a%40x.se%2Cb%40')],
    ['thousands of fields', Array.from({ length: 8000 }, (_, n) => `f${n}=1`).join('&')],
    ['60 kB of text', `${body}${'x'.repeat(60_000)}`],
    ['the longest text, every byte encoded', `${new URLSearchParams({ ...contact, message: '你'.repeat(5000) })}`],
    ['an e-mail made to be slow', body.replace('anna%40', `${'a.'.repeat(20_000)}%40`)],
  ]

  test('is stored as specified or refused, with at most one enquiry, and never a 500', async () => {
    for (const path of Object.keys(formKinds) as FormPath[]) {
      for (const [what, payload] of odd) {
        const before = (await site.count('enquiries')) ?? 0
        const statuses = [true, false].map(async (script) => (await send(path, payload, { script })).statusCode)
        for (const status of await Promise.all(statuses)) expect([200, 303, 422], `${path}: ${what}`).toContain(status)
        expect((await site.count('enquiries')) ?? 0, what).toBeLessThanOrEqual(before + 1)
      }
    }
  })

  test('1 MB of text is refused with a message, with and without script', async () => {
    const huge = { ...contact, message: 'x'.repeat(1024 * 1024) }
    const page = await send('/kontakt', huge)
    expect([page.statusCode, page.json().form.problem]).toEqual([
      413,
      'Meddelandet är för stort. Gå tillbaka, korta texten och skicka igen.',
    ])
    const json = await send('/kontakt', huge, { script: true })
    expect([json.statusCode, json.json().error.message]).toEqual([
      413,
      'Meddelandet är för stort. Korta texten och skicka igen.',
    ])
    expect(await site.count('enquiries')).toBe(0)
  })

  test('a body that is not a form is not parsed', async () => {
    const json = JSON.stringify(contact)
    const unsupported = ['application/json', 'text/plain', 'x', ''].map(
      (type) => [type, 415, 'Innehållets typ stöds inte'] as const,
    )
    const unreadable = ['multipart/form-data; boundary=x', 'multipart/form-data'].map(
      (type) => [type, 422, 'Formuläret går inte att läsa. Ladda om sidan och försök igen.'] as const,
    )
    for (const [type, status, message] of [...unsupported, ...unreadable]) {
      const response = await send('/kontakt', json, { script: true, headers: { 'content-type': type } })
      expect([response.statusCode, response.json().error.message], type).toEqual([status, message])
      const page = await send('/kontakt', json, { headers: { 'content-type': type } })
      expect([page.statusCode, page.json().path], type).toEqual([status, '/kontakt'])
    }
    expect(await site.count('enquiries')).toBe(0)
  })

  test('A-53: the forms accept only POST, at their own addresses', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)
      expect((await site.h.app.inject({ method, url: '/kontakt' })).statusCode).toBe(404)
    for (const url of ['/', '/om-oss', '/integritet', '/KONTAKT', '/kontakt/'])
      expect((await send(url, contact)).statusCode, url).toBeGreaterThanOrEqual(404)
    expect(await site.count('enquiries')).toBe(0)
  })
})

describe('when the form cannot be stored', () => {
  // The office's number while it is open, otherwise the emergency number.
  const problem = expect.stringMatching(
    /^Vi kunde inte ta emot meddelandet just nu\. Ring oss på (08-123 456 78|070-111 22 33), eller försök igen om en stund\.$/,
  )

  test('shows an error with the phone number, and the form retains its values', async () => {
    await site.q('revoke insert on enquiries from stodpunkt_site')
    const page = await send('/kontakt', contact)
    const json = await send('/kontakt', contact, { script: true })
    const urgent = await send('/support', { ...fault, urgent: 'on' }, { script: true })
    await site.q('grant insert on enquiries to stodpunkt_site')
    expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '60'])
    expect(page.json()).toMatchObject({ path: '/kontakt', form: { values: contact, errors: {}, problem } })
    expect([json.statusCode, json.json().error.message]).toEqual([503, problem])
    expect(urgent.json().error.message).toContain('Ring oss på 070-111 22 33,')
    expect(await site.count('enquiries')).toBe(0)
    expect(await site.count('form_counters')).toBe(0)
  })

  test('shows the cached number while the database is unavailable', async () => {
    await send('/kontakt', { ...contact, name: '' })
    const { database } = site.h.test.connection
    await site.q(`alter database ${database} connection limit 0`)
    await site.q(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [database],
    )
    const page = await send('/kontakt', contact)
    const json = await send('/kontakt', contact, { script: true })
    await site.q(`alter database ${database} connection limit -1`)
    expect([page.statusCode, page.json().form]).toEqual([503, { values: contact, errors: {}, problem }])
    expect([json.statusCode, json.json().error.message]).toEqual([503, problem])
    expect((await send('/kontakt', contact)).statusCode).toBe(303)
    expect(await site.count('enquiries')).toBe(1)
  })

  test('shows an error before there is a company', async () => {
    const empty = await startHarness({ frontend: jsonPages })
    const missing = await startHarness({
      frontend: jsonPages,
      on: site.h.test,
      siteOrg: '0190a000-0000-7000-8000-000000000000',
    })
    for (const harness of [empty, missing]) {
      const response = await sendForm(harness, '/kontakt', contact)
      expect([response.statusCode, response.json().form.problem]).toEqual([
        503,
        'Vi kunde inte ta emot meddelandet just nu. Försök igen om en stund.',
      ])
    }
    await missing.stop()
    await empty.stop()
  })

  test('SITE_ORG selects the company of the site', async () => {
    const second = (await site.q(`select id from organizations where id <> $1 limit 1`, [site.orgId])).rows[0].id
    const theirs = await startHarness({ frontend: jsonPages, on: site.h.test, siteOrg: second })
    await sendForm(theirs, '/kontakt', contact)
    await theirs.stop()
    expect(await site.stored()).toMatchObject([{ org_id: second }])
  })
})
