import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uuidv7 } from '#platform/database/uuid.ts'
import { deleteQueuedJobs, queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { portal } from '../portal.contract.ts'
import { type PortalScenario, startPortalScenario } from '../testing/portal-scenario.ts'

let s: PortalScenario
beforeAll(async () => {
  s = await startPortalScenario()
})
beforeEach(() => s.deleteTickets())
afterAll(() => s.h.stop())

describe('the conversation', () => {
  test('is sorted oldest first, and distinguishes own comments, a colleague’s and staff’s', async () => {
    await s.h.test.superuser.query(`update customer_users set full_name = 'Kalle Kollega' where user_id = $1`, [
      s.colleague.userId,
    ])
    const { id } = await s.open()
    await s.comment(id, 'Ett')
    await s.reply(id, 'Två')
    await s.setStatus(id, 'in_progress')
    await s.comment(id, 'Tre', s.colleague)
    expect(await s.thread(id)).toMatchObject([
      { kind: 'comment', comment: 'Ett', author: s.anna.email, isMine: true, byCustomer: true },
      { kind: 'comment', comment: 'Två', author: 'Tove Teknik', isMine: false, byCustomer: false },
      { kind: 'change', before: 'open', after: 'in_progress', author: 'Tove Teknik', byComment: false },
      { kind: 'comment', comment: 'Tre', author: 'Kalle Kollega', isMine: false, byCustomer: true },
    ])
  })

  test('timestamps of different precision are sorted by time', async () => {
    const { id } = await s.open()
    for (const [text, at] of [
      ['tre', '2026-11-20 10:00:00.12+00'],
      ['ett', '2026-11-20 10:00:00+00'],
      ['två', '2026-11-20 10:00:00.1+00'],
    ])
      await s.h.test.superuser.query(
        `insert into ticket_comments (org_id, id, customer_id, ticket_id, user_id, comment, by_customer, created_at)
         values ($1, $2, $3, $4, $5, $6, true, $7)`,
        [s.customer.orgId, uuidv7(), s.customer.id, id, s.anna.userId, text, at],
      )
    expect(await s.thread(id)).toMatchObject([{ comment: 'ett' }, { comment: 'två' }, { comment: 'tre' }])
  })

  test.each(['resolved', 'closed'] as const)(
    'a comment on a %s ticket reopens it and is recorded as the cause',
    async (status) => {
      const { id } = await s.open()
      await s.setStatus(id, status)
      await s.comment(id, 'Det är borta igen')
      expect(await s.ticket(id)).toMatchObject({ status: 'open', waitsFor: 'us' })
      expect(await s.thread(id)).toMatchObject([
        { kind: 'change', before: 'open', after: status, byComment: false },
        { kind: 'comment', comment: 'Det är borta igen' },
        { kind: 'change', before: status, after: 'open', byComment: true, author: s.anna.email },
      ])
    },
  )

  test('a comment on an open ticket changes no status', async () => {
    const { id } = await s.open()
    await s.setStatus(id, 'in_progress')
    await s.comment(id, 'En sak till')
    expect(await s.ticket(id)).toMatchObject({ status: 'in_progress' })
  })

  test('a comment is still shown after its author’s login is deleted', async () => {
    const formerUser = await s.h.aPortalUser(s.customer)
    const { id } = await s.open()
    await s.comment(id, 'Jag slutar i dag', formerUser)
    await s.h.test.superuser.query('delete from customer_users where user_id = $1', [formerUser.userId])
    expect(await s.thread(id)).toMatchObject([{ author: 'Tidigare användare', byCustomer: true, isMine: false }])
  })

  test.each([
    ['blank', ' \n\t '],
    ['too long', 'å'.repeat(10_001)],
    ['NUL', 'a\0'],
    ['a number', 7],
  ])('%s is not accepted as a comment', async (_name, text) => {
    const { id } = await s.open()
    await expect(s.comment(id, text as string)).rejects.toMatchObject({
      status: 422,
      fields: { comment: expect.any(String) },
    })
    expect(await s.count('ticket_comments')).toBe(0)
  })

  test('sent twice under one key is one comment and reopens the ticket once', async () => {
    const { id } = await s.open()
    await s.setStatus(id, 'resolved')
    const send = () =>
      s.h
        .as(s.anna)
        .call(portal.comment, { params: { id }, body: { comment: 'Hallå' } }, { idempotencyKey: 'kommentar-1' })
    const [first, second] = await Promise.all([send(), send()])
    expect(second).toEqual(first)
    expect((await s.thread(id)).map(({ kind }) => kind)).toEqual(['change', 'comment', 'change'])
  })
})

describe('a draft', () => {
  const draft = async (id: string, person = s.anna) =>
    (await s.h.as(person).call(portal.draft, { params: { id } })).comment
  const save = (id: string, text: string, person = s.anna) =>
    s.h.as(person).call(portal.saveDraft, { params: { id }, body: { comment: text } })

  test('is saved as typed, for its author only, until it is emptied', async () => {
    const { id } = await s.open()
    expect(await draft(id)).toBe('')
    await save(id, ' Jag tror att ')
    await save(id, ' Jag tror att det är ')
    expect(await draft(id)).toBe(' Jag tror att det är ')
    expect(await draft(id, s.colleague)).toBe('')
    await save(id, '')
    expect(await draft(id)).toBe('')
    expect(await s.count('ticket_drafts')).toBe(0)
    await expect(save(id, 'a\0')).rejects.toMatchObject({ status: 422 })
    await expect(save(id, 'å'.repeat(10_001))).rejects.toMatchObject({ status: 422 })
  })

  test('is deleted when sent, and remains when sending is refused', async () => {
    const { id } = await s.open()
    await save(id, 'Hej')
    await expect(s.comment(id, ' ')).rejects.toMatchObject({ status: 422 })
    expect(await draft(id)).toBe('Hej')
    await save(id, 'Kollegans', s.colleague)
    await s.comment(id, 'Hej')
    expect([await draft(id), await draft(id, s.colleague)]).toEqual(['', 'Kollegans'])
  })
})

describe('mail', () => {
  const jobs = async () =>
    (await s.h.test.superuser.query(`select payload::text from ${queuedJobs} order by id`)).rows.map(
      ({ payload }) => payload as string,
    )
  beforeEach(() => s.h.test.superuser.query(deleteQueuedJobs))

  test('is enqueued for a new ticket and a comment, with ids only', async () => {
    const { id } = await s.open()
    const sent = await s.comment(id, 'Hemlig text')
    const enqueued = await jobs()
    expect(enqueued).toHaveLength(2)
    expect(enqueued[0]).toContain(id)
    expect(enqueued[1]).toContain(sent.id)
    expect(enqueued.join()).not.toContain('Hemlig')
  })

  test('is not enqueued when nothing is stored', async () => {
    await expect(s.open({ title: '' })).rejects.toMatchObject({ status: 422 })
    await expect(s.comment(uuidv7(), 'Hej')).rejects.toMatchObject({ status: 404 })
    expect(await jobs()).toEqual([])
  })
})
