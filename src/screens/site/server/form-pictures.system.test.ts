// Pictures that visitors send with the public forms: which are stored, where they are shown, and how much visitors may
// send.
import { createHash } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  ANONYMOUS_BYTES_PER_DAY,
  ANONYMOUS_FILE_MAX_BYTES,
  ATTACHED_FILES_MAX,
  files,
} from '#features/files/files.contract.ts'
import { aGif, aHeavyPng, aJpegFromAPhone, aPng, aPngOfSize } from '#features/files/testing/sample-pictures.ts'
import { aScannerServer, type ScannerServer } from '#features/files/testing/scanner-server.ts'
import { anUploadedFile } from '#features/files/testing/upload.ts'
import { enquiries } from '#features/inbox/enquiries.contract.ts'
import { PICTURES_LEFT_OUT, supportSent } from '#features/inbox/forms.contract.ts'
import {
  aFormWithPictures,
  aNetwork,
  type FormSite,
  fault,
  sentTo,
  startFormSite,
} from '#features/inbox/testing/form-site.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { until } from '#shared/testing/until.ts'
import type { Person } from '#tests/harness/harness.ts'

let site: FormSite
let technician: Person
/** The server's address, for tests over a real connection. */
let address: string
beforeAll(async () => {
  site = await startFormSite()
  technician = await site.h.aTechnician({ orgId: site.orgId })
  address = await site.h.app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
  await site.empty()
  await site.q('delete from files; delete from file_usage')
})
afterAll(() => site.stop())

type Submission = {
  fields?: Record<string, string>
  script?: boolean
  headers?: Record<string, string>
  ip?: string
  site?: FormSite
}

/** Sends the support form with pictures after the text, as a browser does. */
async function send(pictures: [name: string, content: Buffer | string][], extra: Submission = {}) {
  const request = new Request('http://x', { method: 'POST', body: aFormWithPictures(extra.fields ?? fault, pictures) })
  return (extra.site ?? site).h.app.inject({
    method: 'POST',
    url: '/support',
    remoteAddress: extra.ip ?? aNetwork(),
    payload: Buffer.from(await request.arrayBuffer()),
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      accept: extra.script ? 'application/json' : 'text/html',
      ...extra.headers,
    },
  })
}

const rows = async (sql: string) => (await site.q(sql)).rows
const storedFiles = () => rows('select name, type, bytes::int, width from files order by id')
const staff = () => site.h.as(technician)
const newest = async () => {
  const { rows: listed } = await staff().call(enquiries.list, { query: {} })
  return staff().call(enquiries.get, { params: { id: listed[0]?.id ?? '' } })
}
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

describe('with a virus scanner', () => {
  let scanner: ScannerServer
  let checked: FormSite
  beforeAll(async () => {
    scanner = await aScannerServer()
    checked = await startFormSite({ clamdUrl: scanner.url })
  })
  afterAll(async () => {
    await checked.stop()
    await scanner.stop()
  })
  const stored = async () => (await checked.q('select state, enquiry_id is not null as is_attached from files')).rows

  test('A-378: an infected picture is left out, and the form is accepted', async () => {
    scanner.answer = () => 'stream: Eicar-Test-Signature FOUND'
    const answer = await send([['bild.png', await aPng()]], { script: true, site: checked })
    expect(answer.json().message).toContain(PICTURES_LEFT_OUT)
    expect(await stored()).toEqual([])
    expect((await checked.q('select from enquiries')).rowCount).toBe(1)
    const { rows: audited } = await checked.q('select action, user_id from audit_log')
    expect(audited).toEqual([{ action: 'checked_infected', user_id: null }])
  })

  test('A-378: without an answer of the scanner the picture is stored and waits for its check', async () => {
    await scanner.stop()
    await checked.empty()
    await send([['bild.png', await aPng()]], { script: true, site: checked })
    expect(await stored()).toEqual([{ state: 'checking', is_attached: true }])
  })
})

describe('a photo from a phone', () => {
  test.each([true, false])('is shown in Inkorg and on the ticket made from it, with script: %s', async (script) => {
    const photo = await aJpegFromAPhone(60, 40)
    const answer = await send([['IMG 0017.JPG', photo]], { script })
    if (script) expect(answer.json()).toMatchObject({ message: supportSent(false) })
    else expect([answer.statusCode, sentTo(answer)]).toEqual([303, '/support?skickat=1'])

    const enquiry = await newest()
    expect(enquiry).toMatchObject({ message: fault.issue, files: [{ name: 'IMG 0017.JPG', type: 'image/jpeg' }] })
    const [file] = enquiry.files
    expect(file?.preview).toEqual({ width: 40, height: 60 })

    const { id: customerId } = await site.h.aCustomer({ orgId: site.orgId })
    const body = { title: 'Nätet', description: fault.issue, customerId }
    const ticket = await staff().call(enquiries.makeTicket, { params: { id: enquiry.id }, body })
    const shown = await staff().call(tickets.screen, { params: { id: ticket.id } })
    expect(shown.files).toEqual(enquiry.files)
    expect((await newestDone()).files).toEqual([])
    const saved = await site.h.app.inject({
      url: files.download.path.replace(':id', file?.id ?? ''),
      headers: { authorization: `Bearer ${technician.token}` },
    })
    expect(sha256(saved.rawPayload)).toBe(sha256(photo))
  })

  const newestDone = async () => {
    const { rows: listed } = await staff().call(enquiries.list, { query: { tab: 'done' } })
    return staff().call(enquiries.get, { params: { id: listed[0]?.id ?? '' } })
  }
})

describe('the text is accepted without the pictures', () => {
  test('when a picture is empty, too large, one too many or not a picture, and the visitor is informed', async () => {
    const png = await aPng()
    const tooLarge = Buffer.concat([png, Buffer.alloc(ANONYMOUS_FILE_MAX_BYTES)])
    const answers = [
      await send([
        ['sida.png', '<html><script>alert(1)</script>'],
        ['bild.png', png],
      ]),
      await send([['stor.png', tooLarge]], { fields: { ...fault, issue: 'Stor bild.', urgent: 'on' }, script: true }),
      await send(
        Array.from({ length: ATTACHED_FILES_MAX + 1 }, (_, n) => [`${n}.png`, png]),
        {
          fields: { ...fault, issue: 'Många bilder.' },
        },
      ),
    ]
    expect(answers.map((one) => (one.statusCode === 200 ? 200 : sentTo(one)))).toEqual([
      '/support?skickat=1&bilder=utan',
      200,
      '/support?skickat=1&bilder=utan',
    ])
    expect(answers[1]?.json()).toMatchObject({ message: `${supportSent(true)} ${PICTURES_LEFT_OUT}` })
    const page = await site.h.app.inject({ url: '/support?skickat=1&bilder=utan' })
    expect(page.json().form.sent.text).toBe(`${supportSent(false)} ${PICTURES_LEFT_OUT}`)
    expect(await site.count('enquiries')).toBe(3)
    expect((await storedFiles()).map(({ name }) => name)).toEqual([
      'bild.png',
      ...Array.from({ length: ATTACHED_FILES_MAX }, (_, n) => `${n}.png`),
    ])
  })

  test('A-370: decompression bombs and truncated pictures are stored for download, never shown', async () => {
    await send([
      ['bomb.png', aPngOfSize(30_000, 30_000)],
      ['avhuggen.png', (await aPng(400, 300)).subarray(0, 200)],
      ['film.gif', aGif(10_000)],
    ])
    expect(await storedFiles()).toMatchObject([
      { name: 'bomb.png', width: null },
      { name: 'avhuggen.png', width: null },
      { name: 'film.gif' },
    ])
    expect((await newest()).files.map(({ name }) => name)).toEqual(['bomb.png', 'avhuggen.png', 'film.gif'])
  })

  test('a form without a chosen picture is stored without files', async () => {
    expect(sentTo(await send([['', '']]))).toBe('/support?skickat=1')
    expect([await site.count('enquiries'), await storedFiles()]).toEqual([1, []])
  })
})

describe('no picture of a refused form remains', () => {
  test('A-371: for invalid fields, another site, too many forms, or the same form again', async () => {
    const picture: [string, Buffer][] = [['bild.png', await aPng()]]
    const statuses = [
      await send(picture, { fields: { ...fault, email: 'nej' } }),
      await send(picture, { headers: { 'sec-fetch-site': 'cross-site' } }),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([422, 403])
    expect(await rows('select anonymous_bytes from file_usage')).toEqual([])

    const ip = aNetwork()
    for (let n = 0; n < 5; n++) await send(picture, { ip, fields: { ...fault, issue: `Fel ${n}` } })
    expect((await send(picture, { ip, fields: { ...fault, issue: 'Fel 6' } })).statusCode).toBe(429)
    expect((await send(picture, { fields: { ...fault, issue: 'Fel 4' } })).statusCode).toBe(303)
    expect([await site.count('enquiries'), (await storedFiles()).length]).toEqual([5, 5])
  })

  test('for a form that is cut off', async () => {
    const answer = await site.h.app.inject({
      method: 'POST',
      url: '/support',
      remoteAddress: aNetwork(),
      headers: { 'content-type': 'multipart/form-data; boundary=x', accept: 'application/json' },
      payload: '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nBo',
    })
    expect(answer.statusCode).toBe(422)
    expect([await site.count('enquiries'), await storedFiles()]).toEqual([0, []])
  })
})

test('A-372: at 200 MB of pictures a day from all visitors, forms are accepted without pictures', async () => {
  const picture: [string, Buffer][] = [['bild.png', await aPng()]]
  const usage = (bytes: number, day: string) =>
    site.q(
      `insert into file_usage (org_id, anonymous_bytes, anonymous_day)
       values ('${site.orgId}', ${bytes}, (now() at time zone business_time_zone())::date ${day})
       on conflict (org_id) do update set anonymous_bytes = excluded.anonymous_bytes, anonymous_day = excluded.anonymous_day`,
    )
  await usage(ANONYMOUS_BYTES_PER_DAY, '')
  expect(sentTo(await send(picture))).toBe('/support?skickat=1&bilder=utan')
  expect([await site.count('enquiries'), await storedFiles()]).toEqual([1, []])

  await usage(ANONYMOUS_BYTES_PER_DAY, '- 1')
  expect(sentTo(await send(picture, { fields: { ...fault, issue: 'Nästa dag.' } }))).toBe('/support?skickat=1')
  const [{ anonymous_bytes: counted }] = await rows('select anonymous_bytes::int from file_usage')
  // Of the picture and its preview.
  expect(counted).toBeGreaterThan(picture[0]?.[1].length ?? 0)
  expect(counted).toBeLessThan(10_000)
})

describe('visitors do not block others', () => {
  const numbered = (n: number) => ({ ...fault, issue: `Fel ${n}` })
  const anonymousBytes = async () => (await rows('select anonymous_bytes::int as bytes from file_usage'))[0]?.bytes ?? 0

  test('A-495: pictures from a network at its limit are neither stored nor decoded; staff’s meanwhile are', async () => {
    const ip = aNetwork()
    for (let n = 0; n < 5; n++) await site.send('/support', numbered(n), { ip })
    const heavy: [string, Buffer][] = [['tung.png', await aHeavyPng()]]
    const statuses: number[] = []
    const refused = Array.from({ length: 14 }, async (_, n) => {
      const { statusCode, body } = await send(heavy, { ip, fields: numbered(n + 5), script: n % 2 === 0 })
      statuses.push(statusCode)
      expect(body).toContain('Det har skickats många meddelanden härifrån')
    })
    const own = await anUploadedFile(site.h, technician, 'attachment', await aPng())
    expect(own).toMatchObject({ width: 40, height: 30 })
    await Promise.all(refused)
    expect(new Set(statuses)).toEqual(new Set([429]))
    expect(await storedFiles()).toHaveLength(1)
    expect([await anonymousBytes(), await site.count('enquiries')]).toEqual([0, 5])
  })

  test('A-495: a browser that sends pictures over the limit receives the response after sending them', async () => {
    for (let n = 0; n < 5; n++) await site.send('/support', numbered(n), { ip: '127.0.0.1' })
    const answer = await fetch(`${address}/support`, {
      method: 'POST',
      body: aFormWithPictures(numbered(6), [
        ['bild.png', Buffer.concat([await aPng(), Buffer.alloc(ANONYMOUS_FILE_MAX_BYTES - 1000)])],
      ]),
      headers: { accept: 'text/html' },
    })
    expect([answer.status, await answer.text()]).toEqual([429, expect.stringContaining('Det har skickats många')])
    expect(await storedFiles()).toEqual([])
  })

  test('a form that is broken off leaves nothing stored, but counts', async () => {
    const cut = async (n: number) => {
      const request = new Request(address, {
        method: 'POST',
        body: aFormWithPictures(numbered(n), [['bild.png', await aPng(900, 900)]]),
      })
      const body = Buffer.from(await request.arrayBuffer())
      const type = request.headers.get('content-type') ?? ''
      const sent = httpRequest(`${address}/support`, {
        method: 'POST',
        headers: { 'content-type': type, 'content-length': body.length + 1_000_000 },
      }).on('error', () => undefined)
      sent.write(Buffer.concat([body.subarray(0, -200), Buffer.alloc(300_000)]))
      await until(async () => expect(await storedFiles()).toHaveLength(1))
      sent.destroy()
      await until(async () => expect(await storedFiles()).toEqual([]))
    }
    for (let n = 0; n < 5; n++) await cut(n)
    expect([await anonymousBytes(), await site.count('enquiries')]).toEqual([0, 0])
    const picture: [string, Buffer][] = [['bild.png', await aPng()]]
    expect((await send(picture, { ip: '127.0.0.1' })).statusCode).toBe(429)
  })

  test('A-495: of concurrent forms only as many are accepted as the network may send', async () => {
    const ip = aNetwork()
    const picture: [string, Buffer][] = [['bild.png', await aPng()]]
    const answers = await Promise.all(Array.from({ length: 9 }, (_, n) => send(picture, { ip, fields: numbered(n) })))
    expect(answers.filter(({ statusCode }) => statusCode === 303)).toHaveLength(5)
    expect([await site.count('enquiries'), (await storedFiles()).length]).toEqual([5, 5])
  })

  test('A-497: an interlaced PNG gets a preview only up to 25 megapixels, and is stored for download', async () => {
    await send(
      [
        ['stor.png', await aHeavyPng()],
        ['mindre.png', await aHeavyPng(6000, 4000)],
      ],
      { fields: fault },
    )
    expect((await newest()).files).toMatchObject([
      { name: 'stor.png', state: 'ready', preview: null },
      { name: 'mindre.png', state: 'ready', preview: { width: 1600, height: 1067 } },
    ])
    const [{ id }] = await rows(`select id from files where name = 'stor.png'`)
    const saved = await site.h.app.inject({
      url: files.download.path.replace(':id', id),
      headers: { authorization: `Bearer ${technician.token}` },
    })
    expect(saved.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="stor.png"',
      'x-content-type-options': 'nosniff',
    })
  })

  test('A-495: a refused picture does not count towards the daily limit', async () => {
    const png = await aPng()
    await send([['stor.png', Buffer.concat([png, Buffer.alloc(ANONYMOUS_FILE_MAX_BYTES)])]])
    expect([await anonymousBytes(), await site.count('enquiries')]).toEqual([0, 1])
  })

  test('a form that fails on the server counts for neither limit, and may be sent again', async () => {
    const ip = aNetwork()
    const picture: [string, Buffer][] = [['bild.png', await aPng()]]
    await site.q('revoke insert on enquiries from stodpunkt_site')
    for (let n = 0; n < 6; n++) expect((await send(picture, { ip })).statusCode).toBe(503)
    await site.q('grant insert on enquiries to stodpunkt_site')
    expect([await anonymousBytes(), await storedFiles()]).toEqual([0, []])
    expect((await send(picture, { ip })).statusCode).toBe(303)
  })

  test('the same form again stores no second picture and does not count for its network', async () => {
    const ip = aNetwork()
    const picture: [string, Buffer][] = [['bild.png', await aPng()]]
    for (let n = 0; n < 7; n++) expect(sentTo(await send(picture, { ip }))).toBe('/support?skickat=1')
    expect([await site.count('enquiries'), (await storedFiles()).length]).toEqual([1, 1])
    expect((await send(picture, { ip, fields: numbered(2) })).statusCode).toBe(303)
  })
})
