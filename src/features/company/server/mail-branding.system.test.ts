import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPng } from '#features/files/testing/sample-pictures.ts'
import { anUploadedFile } from '#features/files/testing/upload.ts'
import { openMailer } from '#platform/mail/mail.ts'
import { aMailServer, type MailServer } from '#platform/mail/testing/mail-server.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { brand } from '../brand.contract.ts'

let h: Harness
let server: MailServer
let admin: Person
beforeAll(async () => {
  h = await startHarness()
  server = await aMailServer()
  admin = await h.anAdmin({ orgId: (await h.anOrganization('Nordnät AB')).id })
})
afterAll(async () => {
  await server.stop()
  await h.stop()
})

async function sent() {
  const mailer = openMailer({
    smtpUrl: server.url,
    from: 'no-reply@nordnat.se',
    database: h.database,
    threads: threadsOfTests,
    warn: () => undefined,
  })
  const text = 'Hej <Åsa> & Bo!\n\nFölj ärendet:\nhttps://x.se/a?b=1&c=2.\n'
  await mailer.send({ orgId: admin.orgId, to: 'anna@example.se', subject: 'Svar', text })
  return server.mails.at(-1)?.raw ?? ''
}
/** The decoded parts of a multipart mail, by content type. */
function partsOf(raw: string) {
  const parts = raw.split(/^--[^\r\n]+\r\n/m).flatMap((part) => {
    const [head = '', ...body] = part.split('\r\n\r\n')
    const type = /content-type: ([\w/]+)/i.exec(head)?.[1]
    return type ? [[type, { head, body: decoded(head, body.join('\r\n\r\n')) }] as const] : []
  })
  return new Map(parts)
}
function decoded(head: string, body: string): Buffer {
  if (/base64/i.test(head)) return Buffer.from(body, 'base64')
  const bytes = body
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}

test('without a logo a mail is plain text only', async () => {
  expect(await sent()).toMatch(/^Content-Type: text\/plain/im)
})

test('A-321: with a logo a mail has the same text as HTML and embeds the logo; nothing is fetched', async () => {
  const { id } = await anUploadedFile(h, admin, 'logo', await aPng(600, 120))
  await h.as(admin).call(brand.setPicture, { query: { place: 'logo' }, body: { fileId: id } })
  await h.as(admin).call(brand.changeColors, { body: { mainColor: '#1a4f8b', accentColor: '' } })
  const parts = partsOf(await sent())
  expect(parts.get('text/plain')?.body.toString()).toContain('Hej <Åsa> & Bo!')
  const html = parts.get('text/html')?.body.toString() ?? ''
  expect(html).toContain('<img src="cid:logo@mail" alt="Nordnät AB" width="240" height="48">')
  expect(html).toContain('Hej &#60;Åsa&#62; &#38; Bo!')
  expect(html).toContain('<a href="https://x.se/a?b=1&#38;c=2" style="color:#1a4f8b">https://x.se/a?b=1&#38;c=2</a>.')
  expect(html.match(/src=|href=/g)).toHaveLength(2)
  const logo = parts.get('image/png')
  expect(logo?.head).toMatch(/content-id: <logo@mail>/i)
  expect(await sharp(logo?.body).metadata()).toMatchObject({ format: 'png', width: 320 })
})
