// How much one login may create in an hour or a day, however fast a program sends it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { files, PORTAL_FILES_PER_DAY } from '#features/files/files.contract.ts'
import { TICKETS_PER_SENDER_AND_HOUR } from '#features/inbox/mailboxes.contract.ts'
import { hasOpenedTooMany } from '#features/inbox/server/mail-facts.queries.ts'
import { settleAnswers } from '#features/tickets/server/answer-clock.queries.ts'
import type { Person } from '#tests/harness/harness.ts'
import { COMMENTS_PER_PERSON_AND_HOUR } from '../portal.contract.ts'
import { type PortalScenario, startPortalScenario } from '../testing/portal-scenario.ts'

let s: PortalScenario
beforeAll(async () => {
  s = await startPortalScenario()
})
beforeEach(() => s.deleteTickets())
afterAll(() => s.h.stop())

const body = { title: 'WiFi nere', description: 'Ingen kontakt' }
const hoursPass = (hours = 1) =>
  s.h.test.superuser.query(
    'update portal_counts set moments = (select array_agg(at - make_interval(secs => 3600 * $1::float8)) from unnest(moments) at)',
    [hours],
  )

async function responsesOf(count: number, send: () => ReturnType<PortalScenario['inject']>) {
  const responses = await Promise.all(Array.from({ length: count }, send))
  return {
    accepted: responses.filter(({ statusCode }) => statusCode === 200).length,
    refused: responses.filter(({ statusCode }) => statusCode === 429),
  }
}

test('A-503: of 120 tickets opened at once by one login, twenty are opened; the rest are refused with advice', async () => {
  const { accepted, refused } = await responsesOf(120, () => s.inject('POST', '/api/portal/tickets', s.anna, body))
  expect(accepted).toBe(TICKETS_PER_SENDER_AND_HOUR)
  expect(refused).toHaveLength(120 - TICKETS_PER_SENDER_AND_HOUR)
  expect(await s.count('tickets')).toBe(TICKETS_PER_SENDER_AND_HOUR)
  expect(refused[0]?.json().error).toMatchObject({
    code: 'too_many_writes',
    message:
      'Du har skickat 20 ärenden på en timme. Ring oss om det är bråttom, eller vänta 60 minuter och skicka igen.',
  })
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(3500)
})

test('the time to wait is at most an hour, also when a ticket with a later time is counted', async () => {
  await s.open()
  // As when mail is counted, which is not refused.
  await s.h.test.superuser.query(`update portal_counts set moments = array_fill(now() + interval '40 s', array[21])`)
  const refused = await s.inject('POST', '/api/portal/tickets', s.anna, body)
  expect(refused.json().error.message).toContain('vänta 60 minuter')
  expect(refused.headers['retry-after']).toBe('3600')
})

test('A-503: a colleague and staff are not limited, and after an hour the login may open more', async () => {
  for (let count = 0; count < TICKETS_PER_SENDER_AND_HOUR; count++) await s.open()
  await expect(s.open()).rejects.toMatchObject({ status: 429 })
  await s.open({}, s.colleague)
  const { customer, technician } = s
  const byStaff = await s.inject('POST', '/api/tickets', technician, { ...body, customerId: customer.id })
  expect(byStaff.statusCode).toBe(200)
  await hoursPass()
  await s.open()
})

test('A-503: the limit is twenty in any 60 minutes, not in each clock hour', async () => {
  const open = async (tickets: number) => {
    for (let count = 0; count < tickets; count++) await s.open()
  }
  await open(1)
  await hoursPass(0.9)
  await open(TICKETS_PER_SENDER_AND_HOUR - 1)
  await hoursPass(0.2)
  await open(1)
  const refused = await s.inject('POST', '/api/portal/tickets', s.anna, body)
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(2800)
})

test('A-503: mail opens no ticket for a person who opened twenty in the portal', async () => {
  const mayNotByMail = (person: Person) =>
    s.h.database.as('jobs', (db) => hasOpenedTooMany(db, person.orgId ?? '', person.email))
  for (let count = 1; count < TICKETS_PER_SENDER_AND_HOUR; count++) await s.open()
  expect(await mayNotByMail(s.anna)).toBe(false)
  await s.open()
  expect(await mayNotByMail(s.anna)).toBe(true)
  expect(await mayNotByMail(s.colleague)).toBe(false)
  await hoursPass()
  expect(await mayNotByMail(s.anna)).toBe(false)
})

test('A-503: tickets opened by mail count in the portal, and the database never refuses mail', async () => {
  const { rows } = await s.h.test.superuser.query('select contact_id from customer_users where user_id = $1', [
    s.anna.userId,
  ])
  const openByMail = () =>
    s.h.database.as('jobs', async (db) => {
      await db
        .selectNoFrom((eb) =>
          eb
            .fn('open_ticket_by_mail', [
              eb.val(s.customer.orgId),
              eb.fn('gen_random_uuid'),
              eb.val(s.customer.id),
              eb.val(rows[0].contact_id),
              eb.val(s.anna.userId),
              eb.val('Skrivaren'),
              eb.val('Skriver inte ut'),
              eb.val([]),
              eb.fn('now'),
            ])
            .as('number'),
        )
        .execute()
      await settleAnswers(db)
    })
  for (let count = 0; count <= TICKETS_PER_SENDER_AND_HOUR; count++) await openByMail()
  expect(await s.count('tickets')).toBe(TICKETS_PER_SENDER_AND_HOUR + 1)
  await expect(s.open()).rejects.toMatchObject({ status: 429 })
})

test('A-504: of a hundred comments at once sixty are stored', async () => {
  const { id } = await s.open()
  const { accepted, refused } = await responsesOf(100, () =>
    s.inject('POST', `/api/portal/tickets/${id}/comments`, s.anna, { comment: 'Hur går det?' }),
  )
  expect(accepted).toBe(COMMENTS_PER_PERSON_AND_HOUR)
  expect(await s.count('ticket_comments')).toBe(COMMENTS_PER_PERSON_AND_HOUR)
  expect(refused[0]?.json().error.message).toMatch(/^Du har skickat 60 kommentarer på en timme\. Ring oss/)
  await s.reply(id, 'Vi arbetar på det')
  await hoursPass()
  await s.comment(id, 'Tack')
})

test('A-505: a login uploads at most a hundred files a day, also when it removes them', async () => {
  const send = () =>
    s.h.app.inject({
      method: 'POST',
      url: '/api/files?name=bild.txt&use=attachment',
      headers: { authorization: `Bearer ${s.anna.token}`, 'content-type': 'application/octet-stream' },
      payload: 'text',
    })
  for (let count = 0; count < PORTAL_FILES_PER_DAY; count++) {
    const sent = await send()
    expect(sent.statusCode).toBe(201)
    await s.h.as(s.anna).call(files.remove, { params: { id: sent.json().id } })
  }
  const refused = await send()
  expect(refused.statusCode).toBe(429)
  expect(refused.json().error.message).toMatch(/^Du har skickat 100 filer det senaste dygnet\./)
  expect(await s.count('files')).toBe(0)
  await hoursPass(24)
  expect((await send()).statusCode).toBe(201)
})

test('A-505: an upload that broke off is subtracted from the day on which it began', async () => {
  const { rows } = await s.h.test.superuser.query(
    `insert into portal_counts (org_id, customer_id, contact_id, counted, moments)
     select org_id, customer_id, contact_id, 'files', array[now(), now() - interval '2 hours']
     from customer_users where user_id = $1 returning contact_id`,
    [s.anna.userId],
  )
  const removeBegun = (hoursAgo: number) =>
    s.h.test.superuser.query(
      `with begun as (insert into files (org_id, id, name, type, uploaded_by, created_at)
         select org_id, gen_random_uuid(), 'x', 'text/plain', $1, moments[1] - make_interval(hours => $2)
         from portal_counts where counted = 'files' returning id) select id from begun`,
      [s.anna.userId, hoursAgo],
    )
  const counted = async () =>
    (
      await s.h.test.superuser.query(
        'select coalesce(sum(cardinality(moments)), 0)::int as count from portal_counts where contact_id = $1',
        [rows[0].contact_id],
      )
    ).rows
  for (const [hoursAgo, left] of [
    [25, 2],
    [2, 1],
    [0, 0],
  ] as const) {
    await removeBegun(hoursAgo)
    await s.h.test.superuser.query('delete from files')
    expect(await counted()).toEqual([{ count: left }])
  }
})
