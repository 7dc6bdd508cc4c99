// How mail programs group the mails of a ticket, through a real SMTP server, from the customer's first mail to the solution.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ticketTasks } from '#features/tickets/server/tasks.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { baseSubject, conversationsOf } from '#platform/http/testing/conversations.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { until } from '#shared/testing/until.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { type MailJobs, startMailJobs } from '#tests/harness/mail-jobs.ts'
import { enquiries } from '../enquiries.contract.ts'
import { aMailboxScenario, type MailboxScenario } from '../testing/mailbox-scenario.ts'
import { parseMail } from './reading/parse-mail.ts'
import { inboxTasks } from './tasks.ts'

let h: Harness
let s: MailboxScenario
let jobs: MailJobs
beforeAll(async () => {
  h = await startHarness()
  jobs = await startMailJobs(h, (parts) => ({ ...ticketTasks(parts), ...inboxTasks(parts) }))
})
beforeEach(async () => {
  s = await aMailboxScenario(h)
})
afterEach(async () => {
  await s.q('delete from form_counters')
  jobs.mails.length = 0
})
afterAll(async () => {
  await jobs.stop()
  await h.stop()
})

const settled = () => until(async () => expect(await s.jobs()).toEqual([]))
const LO = 'Lo Ek <lo@kajen.example>'

type Headers = { subject: string; messageId: string; inReplyTo: string; references: string }

const headersOf = (raw: Uint8Array): Headers => {
  const text =
    Buffer.from(raw)
      .toString()
      .split('\r\n\r\n')[0]
      ?.replace(/\r\n\s/g, ' ') ?? ''
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(text)?.[1]?.trim() ?? ''
  return {
    subject: header('Subject'),
    messageId: header('Message-ID'),
    inReplyTo: header('In-Reply-To'),
    references: header('References'),
  }
}

/** An incoming mail of the customer; `answered` is the mail of ours that it answers. */
async function written(subject: string, text: string, answered?: Headers): Promise<Headers> {
  const headers = answered
    ? [`In-Reply-To: ${answered.messageId}`, `References: ${`${answered.references} ${answered.messageId}`.trim()}`]
    : []
  const raw = s.aMail({ from: LO, subject, text, headers })
  await s.arrive(raw)
  await settled()
  return headersOf(raw)
}

/** The headers of the mails that were sent to an address, decoded. */
const mailsTo = (address: string): Headers[] =>
  jobs.mails
    .filter(({ to }) => to.includes(address))
    .map(({ subject, header }) => ({
      subject,
      messageId: header('message-id'),
      inReplyTo: header('in-reply-to'),
      references: header('references'),
    }))
const lastTo = (address: string) => mailsTo(address).at(-1) ?? expect.fail('no mail')

async function theTicket() {
  const [row] = await s.q('select id, ticket_number as number from tickets where org_id = $1', s.orgId)
  return row as { id: string; number: number }
}
/** No screen changes a title yet; the mails must not depend on that. */
const rename = (title: string) => s.q('update tickets set title = $1 where org_id = $2', title, s.orgId)
const answer = async (comment: string, resolves = false) => {
  await h.as(s.anna).call(tickets.comment, { params: { id: (await theTicket()).id }, body: { comment, resolves } })
  await settled()
}

test('all mails of a ticket are one conversation with one subject', async () => {
  await s.aContact('lo@kajen.example')
  const first = await written('Skrivaren st\u00e5r still', 'Den blinkar.')
  const receipt = lastTo('lo@kajen.example')
  await answer('Har du startat om den?')
  const answered = lastTo('lo@kajen.example')
  await rename('Byt ut hela skrivaren')
  const second = await written(`Re: ${answered.subject}`, 'Ja, två gånger.', answered)
  await answer('Då kommer vi.')
  await answer('Ny skrivare på plats.', true)

  const mails = mailsTo('lo@kajen.example')
  const { number, id } = await theTicket()
  expect(mails.map(({ subject }) => subject)).toEqual(Array(4).fill(`[#${number}] Skrivaren står still`))
  const whole = [first, ...mails, second]
  expect(new Set(whole.map(({ subject }) => baseSubject(subject)))).toEqual(new Set(['Skrivaren står still']))
  expect(conversationsOf(whole)).toHaveLength(1)

  const root = threadsOfTests.rootOf({ about: 'ticket', id })
  expect(receipt).toMatchObject({ messageId: root, inReplyTo: first.messageId, references: first.messageId })
  expect(answered).toMatchObject({ inReplyTo: first.messageId, references: `${root} ${first.messageId}` })
  for (const mail of mails.slice(2)) {
    expect(mail.inReplyTo).toBe(second.messageId)
    expect(mail.references.split(' ')).toEqual([root, first.messageId, second.messageId])
  }
  // Also in a program without the receipt, and in one without the customer's own mails.
  expect(conversationsOf(whole.filter((mail) => mail !== mails[0]))).toHaveLength(1)
  expect(conversationsOf(mails.slice(1))).toHaveLength(1)
})

test('staff get the same conversation', async () => {
  await s.aContact('lo@kajen.example')
  const first = await written('Skrivaren', 'Den blinkar.')
  await rename('Byt ut hela skrivaren')
  await written('Re: [#1001] Skrivaren', 'Hallå?', lastTo('lo@kajen.example'))
  const mails = mailsTo(s.anna.email)
  expect(mails).toHaveLength(2)
  expect(conversationsOf([first, ...mails])).toHaveLength(1)
  expect(new Set(mails.map(({ subject }) => subject))).toEqual(new Set(['[#1001] Skrivaren']))
})

test.each(['SV: Skrivaren', 'VB: Faktura', 'Re: Skrivaren'])(
  'programs that do not know the prefix of a first mail show one conversation too: %s',
  async (subject) => {
    await s.aContact('lo@kajen.example')
    const first = await written(subject, 'Den blinkar.')
    await answer('Vi tittar på det.')
    const mails = mailsTo('lo@kajen.example')
    expect(mails).toHaveLength(2)
    expect(new Set([first, ...mails].map((mail) => baseSubject(mail.subject))).size).toBe(1)
  },
)

test('the subject of a ticket is its title at its first mail, and later titles do not change it', async () => {
  const { id, number } = await s.aTicket(await s.aContact('lo@kajen.example'))
  await rename('WiFi nere i lokalen')
  await answer('Vi tittar på det.')
  await rename('Byt router')
  await answer('Klart.')
  expect(mailsTo('lo@kajen.example').map(({ subject }) => subject)).toEqual(
    Array(2).fill(`[#${number}] WiFi nere i lokalen`),
  )
  const { rowCount } = await h.test.superuser.query('select from ticket_mail_subjects where ticket_id = $1', [id])
  expect(rowCount).toBe(1)
})

test.each(['=?utf-8?Q?Betala_nu?= faktura 4', 'Faktura =?utf-8?B?QmV0YWxh?= =?x', '=?utf-8?Q?Betala_nu?= räkning 4'])(
  'A-486: a subject that looks like an encoded word arrives unchanged: %s',
  async (title) => {
    const { number } = await s.aTicket(await s.aContact('lo@kajen.example'))
    await rename(title)
    await answer('Vi tittar på det.')
    const raw = Buffer.from(jobs.mails.at(-1)?.raw ?? '')
    expect((await parseMail(raw)).fullSubject).toBe(`[#${number}] ${title}`)
  },
)

const reply = async (text: string) => {
  const [{ id }] = (await s.q('select id from enquiries where org_id = $1', s.orgId)) as [{ id: string }]
  await h.as(s.anna).call(enquiries.reply, { params: { id }, body: { text } })
  await settled()
  return id
}
const plain = (text: string | undefined) => text?.replaceAll('\r\n', '\n') ?? ''

test('a reply from Inkorg continues the sender’s conversation and quotes the mail', async () => {
  const raw = s.aMail({
    from: 'Sofia Lind <sofia@okand.example>',
    subject: 'Offert',
    text: 'Vad kostar det?\n\nVi har ett avtal.',
    headers: ['In-Reply-To: <b@okand.example>', 'References: <a@okand.example> <b@okand.example>'],
  })
  await s.arrive(raw, { authentication: 'none' })
  const id = await reply('Vi återkommer i morgon.')
  const [mail] = mailsTo('sofia@okand.example')
  const { messageId } = headersOf(raw)
  const root = threadsOfTests.rootOf({ about: 'enquiry', id })
  expect(mail).toMatchObject({ subject: 'Re: Offert', inReplyTo: messageId })
  expect(mail?.references).toBe(`${root} <a@okand.example> <b@okand.example> ${messageId}`)
  const text = plain(jobs.mails.find(({ to }) => to.includes('sofia@okand.example'))?.text)
  expect(text).toMatch(/^Hej Sofia,\n\nVi återkommer i morgon\.\n\n/)
  expect(text).toMatch(
    /Nordnät AB\n\nDen \d{4}-\d\d-\d\d kl\. \d\d:\d\d skrev Sofia Lind:\n> Vad kostar det\?\n>\n> Vi har ett avtal\.\n$/,
  )
})

test('the next reply from Inkorg answers and quotes the newest mail under the first subject', async () => {
  const from = 'Sofia Lind <sofia@okand.example>'
  await s.arrive(s.aMail({ from, subject: 'SV: Offert', text: 'Vad kostar det?' }))
  await settled()
  await reply('Hej igen Sofia!\nHundra kronor.')
  const first = lastTo('sofia@okand.example')
  const again = s.aMail({
    from,
    subject: `Re: ${first.subject}`,
    text: 'Det är bra.',
    headers: [`In-Reply-To: ${first.messageId}`, `References: ${first.references} ${first.messageId}`],
  })
  await s.arrive(again)
  await reply('Tack.')
  const last = lastTo('sofia@okand.example')
  expect([first.subject, last.subject]).toEqual(['SV: Offert', 'SV: Offert'])
  expect(last.inReplyTo).toBe(headersOf(again).messageId)
  expect(last.references).toBe(`${first.references} ${first.messageId} ${headersOf(again).messageId}`)
  const texts = jobs.mails.filter(({ header }) => header('subject').includes('Offert')).map(({ text }) => plain(text))
  // No greeting is added to one that was typed.
  expect(texts[0]).toMatch(/^Hej igen Sofia!\nHundra kronor\.\n/)
  expect(texts[1]).toMatch(/^Hej Sofia,\n\nTack\.\n/)
  expect(texts[1]).toMatch(/skrev Sofia Lind:\n> Det är bra\.\n$/)
})

test('a reply quotes and answers the newest authenticated mail, not an unauthenticated one after it', async () => {
  const from = 'Sofia Lind <sofia@okand.example>'
  await s.arrive(s.aMail({ from, subject: 'Offert', text: 'Vad kostar det?' }))
  await settled()
  await reply('Hundra kronor.')
  const first = lastTo('sofia@okand.example')
  const headers = [`In-Reply-To: ${first.messageId}`]
  await s.arrive(s.aMail({ from, subject: `Re: ${first.subject}`, text: 'Betala till mig.', headers }), {
    authentication: 'none',
  })
  await reply('Tack.')
  expect(lastTo('sofia@okand.example').inReplyTo).toBe(first.inReplyTo)
  expect(plain(jobs.mails.at(-1)?.text)).toMatch(/skrev Sofia Lind:\n> Vad kostar det\?\n$/)
  const again = s.aMail({ from, subject: `Re: ${first.subject}`, text: 'Det är bra.', headers })
  await s.arrive(again)
  await reply('Bra.')
  expect(lastTo('sofia@okand.example').inReplyTo).toBe(headersOf(again).messageId)
})
