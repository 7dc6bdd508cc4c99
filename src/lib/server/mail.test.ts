import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMailer } from './mail.ts'
import { aMailServer, type MailServer } from './testing/mail-server.ts'

let server: MailServer
beforeAll(async () => {
  server = await aMailServer()
})
afterAll(() => server.stop())

const from = 'Nordnät <no-reply@nordnat.se>'

test('a mail arrives as it was written', async () => {
  const mailer = openMailer({ smtpUrl: server.url, from, warn: () => undefined })
  await mailer.send({
    to: 'anna@example.se',
    subject: 'Välj ett nytt lösenord',
    text: 'Hej på dig, Åsa!\nhttps://x.se/a#b=c&d',
  })
  const mail = server.mails.at(-1)
  expect(mail).toMatchObject({ from: 'no-reply@nordnat.se', to: ['anna@example.se'] })
  expect(mail?.text).toContain('Hej på dig, Åsa!\nhttps://x.se/a#b=c&d')
  mailer.close()
})

test('an address cannot bring headers or recipients along', async () => {
  const mailer = openMailer({ smtpUrl: server.url, from, warn: () => undefined })
  const count = server.mails.length
  for (const to of [
    'a@example.se\r\nBcc: evil@example.se',
    'a@example.se, evil@example.se',
    'evil@example.se <a@example.se>',
  ])
    await mailer.send({ to, subject: 'x\r\nBcc: evil@example.se', text: 'x' }).catch(() => undefined)
  for (const mail of server.mails.slice(count)) {
    expect(mail.to).not.toContain('evil@example.se')
    expect(mail.raw).not.toMatch(/^Bcc:/m)
  }
  mailer.close()
})

test('what the mail server says of an address is not repeated', async () => {
  const mailer = openMailer({ smtpUrl: server.url, from, warn: () => undefined })
  await expect(mailer.send({ to: 'refused@example.se', subject: 'x', text: 'x' })).rejects.toThrow(
    /^The mail was not taken: EENVELOPE 550$/,
  )
  mailer.close()
})

test('without a mail server the log says so, and nothing about the mail', async () => {
  const warnings: string[] = []
  const mailer = openMailer({ smtpUrl: undefined, from, warn: (message) => warnings.push(message) })
  await mailer.send({ to: 'anna@example.se', subject: 'x', text: 'token=abc' })
  expect(warnings).toEqual(['SMTP_URL is not set: a mail was not sent'])
})
