// What the sender of a form is told on the page: its number, and when the answer comes.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { enquiries } from '#features/inbox/enquiries.contract.ts'
import { HONEYPOT } from '#features/inbox/forms.contract.ts'
import { formsKeyFrom } from '#features/inbox/server/forms-token.ts'
import { makeReceiptToken, RECEIPT_HOURS } from '#features/inbox/server/receipt-token.ts'
import { aNetwork, contact, fault, sendForm } from '#features/inbox/testing/form-site.ts'
import { momentText } from '#features/tickets/answer-moment.rules.ts'
import { settleAnswers } from '#features/tickets/server/answer-clock.queries.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { aFrontend } from '#tests/harness/frontend.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import * as site from '../render.tsx'
import { textOf } from '../testing/site-pages.ts'

const MOMENT = 'Räknat i våra öppettider: senast tisdag 24 november kl. 11.00'
const thanks = 'Ärendet är registrerat. Vi återkommer inom 4 timmar.'

let h: Harness
let orgId: string
const q = async (query: string, ...values: unknown[]) => (await h.test.superuser.query(query, values)).rows

beforeAll(async () => {
  h = await startHarness({ frontend: aFrontend(site) })
  orgId = (await h.anOrganization('Nordnät AB')).id
  await q(`update company_facts set phone = '0812345678', emergency_phone = '0701112233' where org_id = $1`, orgId)
})
beforeEach(() => q('delete from form_counters'))
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => h.stop())

const pageAt = async (url: string) => {
  const response = await h.app.inject({ url })
  return { ...response, html: response.body, text: textOf(response.body) }
}
const send = (path: string, fields: Record<string, string>, extra = {}) => sendForm(h, path, fields, extra)
async function receiptOf(path: string, fields: Record<string, string>) {
  const { headers } = await send(path, fields)
  const address = String(headers.location)
  return { address, ...(await pageAt(address)) }
}
const numbers = async () =>
  (await q('select number from enquiries order by created_at, id')).map(({ number }) => number)
const lastNumber = async () => (await numbers()).at(-1)
/** What the last enquiry was promised. */
const lastMoment = async () => {
  const rows = await q('select promised_at from enquiries order by created_at desc, id desc limit 1')
  return momentText(rows[0]?.promised_at)
}

describe('the receipt on the page', () => {
  test('has the number and the stored moment, and no second form', async () => {
    const { text, html, headers } = await receiptOf('/support', fault)
    expect(text).toContain(`${thanks} Ärendet har nummer #${await lastNumber()}. ${await lastMoment()} En tekniker`)
    expect(html).not.toContain('<form')
    expect(headers['cache-control']).toBe('no-store')
  })

  test('is the same with script, and the toast is the specified text alone', async () => {
    const { address, ...json } = (await send('/support', fault, { script: true })).json()
    const number = `Ärendet har nummer #${await lastNumber()}.`
    expect(json).toEqual({ message: thanks, isUrgent: false, number, moment: await lastMoment() })
    expect((await pageAt(address)).text).toContain(`${thanks} ${number} ${json.moment} En tekniker`)
  })

  test('is what was sent, whatever the parameters beside its token say', async () => {
    const normal = await receiptOf('/support', fault)
    const urgent = await receiptOf('/support', { ...fault, urgent: 'on', issue: 'Larmet' })
    for (const { address, text } of [normal, urgent])
      for (const other of ['skickat=1', 'skickat=akut', 'skickat=1&bilder=utan', 'x=y'])
        expect((await pageAt(address.replace(/skickat=\w+/, other))).text, other).toBe(text)
    expect(normal.text).toContain('En tekniker läser')
    expect(urgent.text).toContain('Vi återkommer omedelbart!')
  })

  test('of an urgent report has the number to call and never a moment', async () => {
    const { text } = await receiptOf('/support', { ...fault, urgent: 'on' })
    expect(await lastMoment()).toMatch(/^Räknat/)
    expect(text).toContain(`#${await lastNumber()}. Ring oss direkt så går det fortast: 070-111 22 33`)
    expect(text).not.toContain('Räknat')
    const script = await send('/support', { ...fault, urgent: 'on', issue: 'Larmet' }, { script: true })
    expect(script.json()).not.toHaveProperty('moment')
    expect(script.json().urgent).toEqual({
      text: 'Ring oss direkt så går det fortast:',
      phone: { text: '070-111 22 33', href: 'tel:+46701112233' },
      promise: 'Vi återkommer omedelbart.',
    })
  })

  test('of a form that is sent again within ten minutes is that of the first', async () => {
    const before = (await numbers()).length
    const answers = await Promise.all([1, 2, 3].map(() => send('/kontakt', contact, { script: true })))
    expect(new Set(answers.map((answer) => answer.json().number))).toEqual(
      new Set([`Meddelandet har nummer #${await lastNumber()}.`]),
    )
    expect((await numbers()).length).toBe(before + 1)
  })

  test('of suspected spam says the same as any other', async () => {
    const { text } = await receiptOf('/support', { ...fault, [HONEYPOT]: 'x' })
    expect(text).toContain(`${thanks} Ärendet har nummer #${await lastNumber()}. ${await lastMoment()} En tekniker`)
    const { address, ...json } = (
      await send('/support', { ...fault, issue: 'Larmet', [HONEYPOT]: 'x' }, { script: true })
    ).json()
    expect(address).toMatch(/^\/support\?skickat=1&kvitto=/)
    const number = `Ärendet har nummer #${await lastNumber()}.`
    expect(json).toEqual({ message: thanks, isUrgent: false, number, moment: await lastMoment() })
    expect(await q('select is_suspect, due_at from enquiries order by created_at desc limit 2')).toEqual(
      [1, 2].map(() => ({ is_suspect: true, due_at: null })),
    )
  })

  test('is the plain thanks for a token that is missing, forged, old or of the other form', async () => {
    const key = formsKeyFrom(Buffer.alloc(32, 7))
    const receipt = { number: 4711, promisedAt: new Date('2026-11-24T10:00Z'), isUrgent: false, hasLeftOut: false }
    const token = makeReceiptToken(key, '/support', receipt, new Date())
    const at = (address: string) => pageAt(`/support?skickat=1&kvitto=${address}`)
    expect((await at(token)).text).toContain(`${thanks} Ärendet har nummer #4711. ${MOMENT}`)
    const old = new Date(Date.now() - RECEIPT_HOURS * 3_600_000 - 1000)
    for (const other of [
      '',
      `1${token}`,
      token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      makeReceiptToken(key, '/support', receipt, old),
      makeReceiptToken(key, '/kontakt', receipt, new Date()),
      makeReceiptToken(formsKeyFrom(Buffer.alloc(32, 8)), '/support', receipt, new Date()),
      `${token}&kvitto=${token}`,
      '../../x',
    ]) {
      const { statusCode, text } = await at(other)
      expect([statusCode, text.includes(`${thanks} En tekniker`), text.includes('#')], other).toEqual([
        200,
        true,
        false,
      ])
    }
  })
})

test('the number is the next of the tickets’ series, and the ticket of the enquiry keeps it', async () => {
  const anna = await h.aTechnician({ orgId })
  const customer = await h.aCustomer({ orgId, name: 'Kajens Café' })
  const aTicket = () =>
    h.as(anna).call(tickets.create, { body: { title: 'WiFi nere', description: 'x', customerId: customer.id } })
  const before = await aTicket()
  await send('/support', fault)
  const [{ id, number }] = (await q('select id, number from enquiries order by created_at desc limit 1')) as [
    { id: string; number: number },
  ]
  expect(number).toBe(before.ticketNumber + 1)
  expect((await h.as(anna).call(enquiries.get, { params: { id } })).number).toBe(number)
  const body = { title: 'Nät', description: 'x', customerId: customer.id }
  expect((await h.as(anna).call(enquiries.makeTicket, { params: { id }, body })).ticketNumber).toBe(number)
  expect((await aTicket()).ticketNumber).toBe(number + 1)
  await expect(
    q(
      `insert into tickets (org_id, id, ticket_number, customer_id, title, description)
       select $1, gen_random_uuid(), number, $2, 'x', 'x' from enquiries order by created_at limit 1`,
      ...[orgId, customer.id],
    ),
  ).rejects.toThrow('the number is not that of the enquiry')
})

test('forms, mail and tickets that come at once have different numbers, and none is lost', async () => {
  const anna = await h.aTechnician({ orgId })
  const customer = await h.aCustomer({ orgId, name: 'Bageriet' })
  const body = { title: 'WiFi nere', description: 'x', customerId: customer.id }
  const byMail = (kind: string) =>
    h.database.as('jobs', async (db) => {
      await sql`select enquire_by_mail(${orgId}, gen_random_uuid(), ${kind}, 'Kim', 'kim@example.se', '{}', 'Hej', 'none', null, now())`.execute(
        db,
      )
      await settleAnswers(db)
    })
  const since = Math.max(0, ...(await numbers()).filter((number) => number !== null))
  const taken = (await q('select max(ticket_number) as last from tickets'))[0]?.last ?? 0
  const first = Math.max(since, taken) + 1
  const acts = Array.from({ length: 12 }, (_, nth) => [
    () => send('/kontakt', { ...contact, message: `Nummer ${nth}` }, { ip: aNetwork() }),
    () => byMail('mail'),
    () => h.as(anna).call(tickets.create, { body }),
  ]).flat()
  await Promise.all(acts.map((act) => act()))
  await byMail('automatic')
  const drawn = await q(
    `select number from enquiries where number >= $1 union all select ticket_number from tickets where ticket_number >= $1`,
    first,
  )
  expect(drawn.map(({ number }) => number).toSorted((one, other) => one - other)).toEqual(
    acts.map((_, nth) => first + nth),
  )
})

describe('the line in the form', () => {
  const lineAt = async (path: string, now: string) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
    return /<p class="unless-urgent[^>]*>(.*?)<\/p>/.exec((await pageAt(path)).html)?.[1]
  }

  test.each([
    ['on an ordinary day', '2026-11-24T08:00:00+01:00', 'tisdag 24 november kl. 12.00', 'onsdag 25 november kl. 8.00'],
    ['before Easter', '2026-04-02T16:00:00+02:00', 'tisdag 7 april kl. 11.00', 'tisdag 7 april kl. 16.00'],
    ['before midsummer', '2026-06-18T15:30:00+02:00', 'måndag 22 juni kl. 10.30', 'måndag 22 juni kl. 15.30'],
    ['in the DST night', '2026-03-29T01:45:00+01:00', 'måndag 30 mars kl. 12.00', 'tisdag 31 mars kl. 8.00'],
  ])('%s is the promise of what is sent now', async (_, now, fault, message) => {
    expect(await lineAt('/support', now)).toBe(`Räknat i våra öppettider: senast ${fault}`)
    expect(await lineAt('/kontakt', now)).toBe(`Räknat i våra öppettider: senast ${message}`)
  })
})
