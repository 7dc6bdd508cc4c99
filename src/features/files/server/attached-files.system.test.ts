// Files of tickets and comments: what is stored of them, who may attach them, and who can see them.
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enquiries } from '#features/inbox/enquiries.contract.ts'
import { anEnquiry } from '#features/inbox/testing/an-enquiry.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { captureLog } from '#tests/harness/captured-log.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { ATTACHED_FILES_MAX, type AttachedFile, files } from '../files.contract.ts'
import {
  aGif,
  aHeavyPng,
  aJpeg,
  aJpegFromAPhone,
  anAvif,
  aPhoto,
  aPng,
  aPngOfSize,
  aStillGif,
  aWebp,
} from '../testing/sample-pictures.ts'
import { anUploadedFile } from '../testing/upload.ts'

let h: Harness
let orgId: string
let technician: Person
let anna: Person
let customerId: string
let ticketId: string
const errors = captureLog('error')
beforeAll(async () => {
  h = await startHarness({ logger: errors.logger })
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId })
  const customer = await h.aCustomer({ orgId })
  customerId = customer.id
  anna = await h.aPortalUser(customer)
})
beforeEach(async () => {
  // The tests open more tickets than one person may in an hour.
  await h.test.superuser.query('delete from portal_counts')
  ticketId = (await h.as(anna).call(portal.create, { body: { title: 'WiFi nere', description: 'Inget nät' } })).id
})
afterAll(() => h.stop())

const halfOf = (content: Buffer) => content.subarray(0, content.length / 2)
const send = (person: Person, content: Buffer | string = 'hej', name = 'anteckning.txt') =>
  anUploadedFile(h, person, 'attachment', content, name)
const answer = (fileIds: string[], isInternal = false) =>
  h.as(technician).call(tickets.comment, {
    params: { id: ticketId },
    body: { comment: 'Se filen', isInternal, fileIds },
  })
const screen = () => h.as(technician).call(tickets.screen, { params: { id: ticketId } })
const portalThread = () => h.as(anna).call(portal.thread, { params: { id: ticketId } })
const filesIn = (thread: readonly object[]) => thread.flatMap((entry) => ('files' in entry ? entry.files : []))
const rows = async <T>(sql: string, ...values: unknown[]) => (await h.test.superuser.query(sql, values)).rows as T[]
const stored = async (id: string) => {
  const found = await rows<{ variant: string; content: Buffer }>(
    `select variant, string_agg(content, '' order by position) as content from file_chunks where file_id = $1 group by 1`,
    id,
  )
  return new Map(found.map(({ variant, content }) => [variant, content]))
}

describe('an attachment', () => {
  test.each([
    ['PNG', 'image/png', () => aPng()],
    ['JPEG', 'image/jpeg', () => aJpeg()],
    ['WebP', 'image/webp', () => aWebp()],
    ['GIF', 'image/gif', () => aStillGif()],
    ['AVIF', 'image/avif', () => anAvif()],
  ])('that is a %s is stored unchanged, with a preview', async (_name, type, make) => {
    const content = await make()
    const file = await send(anna, content, 'bild')
    expect(file).toMatchObject({ type, bytes: content.length, width: 40, height: 30 })
    const { original, ...variants } = Object.fromEntries(await stored(file.id))
    expect(original).toEqual(content)
    expect(Object.keys(variants)).toEqual(['40.webp'])
    expect(await sharp(variants['40.webp']).metadata()).toMatchObject({ format: 'webp', width: 40, height: 30 })
    const [row] = await rows<{ sha256: Buffer }>('select sha256 from files where id = $1', file.id)
    expect(row?.sha256).toEqual(createHash('sha256').update(content).digest())
  })

  test('A-364: has a preview of at most 1600 pixels, upright and without metadata', async () => {
    const { id } = await send(anna, await aJpegFromAPhone(2400, 1000))
    const preview = (await stored(id)).get('667.webp')
    expect(preview?.includes('hemlig-fotograf')).toBe(false)
    const { width, height, exif, orientation } = await sharp(preview).metadata()
    expect([width, height, exif, orientation]).toEqual([667, 1600, undefined, undefined])
  })

  test.each([
    ['text', 'hej', 'application/octet-stream'],
    ['HTML named .png', '<!doctype html><script>alert(1)</script>', 'application/octet-stream'],
    ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>x</script></svg>', undefined],
    ['a PNG of 108 megapixels', () => aPngOfSize(12_000, 9000), 'image/png'],
    ['a PNG of 30 000 × 30 000', () => aPngOfSize(30_000, 30_000), 'image/png'],
    ['a truncated PNG', async () => (await aPng(300, 300)).subarray(0, 60), 'image/png'],
    ['a truncated JPEG', async () => halfOf(await aPhoto(600, 400)), 'image/jpeg'],
    ['a GIF that is also a script', 'GIF89a=1;/*<script>alert(1)</script>*/', 'image/gif'],
    ['a program', Buffer.from(`\x7fELF${'\0'.repeat(500)}`, 'latin1'), undefined],
  ])('A-364: that is %s is stored and never rendered', async (_what, make, type) => {
    const content = typeof make === 'function' ? await make() : make
    const file = await send(anna, content, 'bild.png')
    expect([...(await stored(file.id)).keys()]).toEqual(['original'])
    if (type) expect(file.type).toBe(type)
    expect((await stored(file.id)).get('original')).toEqual(Buffer.from(content))
    await h.as(anna).call(files.remove, { params: { id: file.id } })
    expect(errors.text()).toBe('')
  })

  test.each([
    ['HTML follows', async () => [await aPng(), Buffer.from('<html><script>kanarie()</script>')]],
    ['an archive follows', async () => [await aPhoto(300, 200), Buffer.from('PK\x03\x04kanarie.exe', 'latin1')]],
    ['there are 10 000 frames', async () => [aGif(10_000)]],
  ])('A-364: in which %s is stored whole, but shown only as a picture', async (_what, make) => {
    const content = Buffer.concat(await make())
    const file = await send(anna, content, 'bild.png')
    const { original, ...previews } = Object.fromEntries(await stored(file.id))
    expect(original).toEqual(content)
    expect(Object.values(previews).length).toBeLessThanOrEqual(1)
    for (const preview of Object.values(previews)) {
      expect(preview.includes('kanarie')).toBe(false)
      expect((await sharp(preview).metadata()).pages ?? 1).toBe(1)
    }
    await h.as(anna).call(files.remove, { params: { id: file.id } })
    expect(errors.text()).toBe('')
  })

  test('A-364: that takes too much memory or time for a preview may have none', async () => {
    const { id } = await send(anna, await aHeavyPng())
    expect((await stored(id)).has('original')).toBe(true)
    await h.as(anna).call(files.remove, { params: { id } })
    expect(errors.text()).toBe('')
  })

  test('its name has no folders, control characters or direction marks', async () => {
    expect((await send(anna, 'x', 'C:\\hemligt\\kvitto\u202egpj.exe\n')).name).toBe('kvittogpj.exe')
  })

  test('A-365: can be sent by staff and customers’ logins only', async () => {
    const unlinked = await h.aLogin(null, null)
    for (const [person, status] of [
      [unlinked, 403],
      [anna, 201],
      [technician, 201],
    ] as const) {
      const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' }
      const { statusCode } = await h.app.inject({ method: 'POST', url: '/api/files?name=x', headers, payload: 'x' })
      expect(statusCode).toBe(status)
    }
  })
})

describe('a picture that was sent before', () => {
  const repeats = (thread: readonly object[]) => (filesIn(thread) as AttachedFile[]).map(({ isRepeated }) => isRepeated)
  const again = async (person: Person, content: Buffer | string) => (await send(person, content, 'logo.png')).id

  test('by the same person in the same ticket is marked, others are not', async () => {
    const logo = await aPng(60, 20)
    await answer([await again(technician, logo)])
    await answer([await again(technician, logo), await again(technician, await aPng(61, 20))])
    const body = { comment: 'Tack', fileIds: [await again(anna, logo)] }
    await h.as(anna).call(portal.comment, { params: { id: ticketId }, body })
    for (const text of ['samma text', 'samma text']) await answer([await again(technician, text)])
    const expected = [false, true, false, false, false, false]
    expect(repeats((await screen()).thread)).toEqual(expected)
    expect(repeats(await portalThread())).toEqual(expected)
  })

  test('A-380: internally is not marked for the customer', async () => {
    const logo = await aPng(62, 20)
    await answer([await again(technician, logo)], true)
    await answer([await again(technician, logo)])
    expect(repeats((await screen()).thread)).toEqual([false, true])
    expect(repeats(await portalThread())).toEqual([false])
  })
})

describe('attached files', () => {
  test('of a public answer are in both threads, in the order they were sent', async () => {
    const [first, second] = [await send(technician, await aPng(), 'skärm.png'), await send(technician)]
    const comment = await answer([second.id, first.id])
    const plain = { state: 'ready', finding: null, isRepeated: false }
    const preview = { width: 40, height: 30 }
    const expected = [
      { id: first.id, name: 'skärm.png', type: 'image/png', bytes: first.bytes, ...plain, preview },
      { id: second.id, name: 'anteckning.txt', type: 'application/octet-stream', bytes: 3, ...plain, preview: null },
    ]
    expect(comment.files).toEqual(expected)
    expect(filesIn((await screen()).thread)).toEqual(expected)
    expect(filesIn(await h.as(technician).call(tickets.thread, { params: { id: ticketId } }))).toEqual(expected)
    expect(filesIn(await portalThread())).toEqual(expected)
  })

  test('can be sent with a customer’s ticket and its comment', async () => {
    const [one, two] = [await send(anna), await send(anna)]
    const { id } = await h.as(anna).call(portal.create, {
      body: { title: 'Skrivaren', description: 'Den är trasig', fileIds: [one.id] },
    })
    await h.as(anna).call(portal.comment, { params: { id }, body: { comment: 'En till', fileIds: [two.id] } })
    const shown = await h.as(technician).call(tickets.screen, { params: { id } })
    expect(shown.files.map((file) => file.id)).toEqual([one.id])
    expect(filesIn(shown.thread)).toMatchObject([{ id: two.id }])
    expect((await h.as(anna).call(portal.get, { params: { id } })).files).toEqual(shown.files)
  })

  test('of a ticket opened by staff are visible to the customer', async () => {
    const { id: fileId } = await send(technician)
    const { id } = await h.as(technician).call(tickets.create, {
      body: { title: 'Ny dator', description: 'Beställd', customerId, fileIds: [fileId] },
    })
    expect((await h.as(anna).call(portal.get, { params: { id } })).files).toMatchObject([{ id: fileId }])
  })

  test('A-366: of an internal comment never reach the customer', async () => {
    const { id } = await send(technician, 'hemligt', 'hemligt.txt')
    await answer([id], true)
    expect(filesIn((await screen()).thread)).toMatchObject([{ id }])
    expect(
      JSON.stringify([await portalThread(), await h.as(anna).call(portal.get, { params: { id: ticketId } })]),
    ).not.toContain('hemligt')
  })

  test('are attached once when the request is repeated', async () => {
    const { id } = await send(technician)
    const request = () =>
      h.app.inject({
        method: 'POST',
        url: `/api/tickets/${ticketId}/comments`,
        headers: { authorization: `Bearer ${technician.token}`, 'idempotency-key': 'samma-nyckel-igen' },
        payload: { comment: 'Se filen', fileIds: [id] },
      })
    const [first, second] = [await request(), await request()]
    expect([first.statusCode, second.statusCode, second.json()]).toEqual([200, 200, first.json()])
    expect(filesIn((await screen()).thread)).toMatchObject([{ id }])
  })
})

describe('A-365: a comment is refused as a whole', () => {
  const refused = async (fileIds: string[], message: string) => {
    const before = (await screen()).thread
    await expect(answer(fileIds)).rejects.toMatchObject({ status: 422, fields: { fileIds: message } })
    expect((await screen()).thread).toEqual(before)
  }
  const GONE = 'En fil finns inte längre. Ta bort den och välj den igen.'

  test('with a file of another person or organization, a used one or an unknown one', async () => {
    const outsider = await h.aTechnician({ orgId: (await h.anOrganization()).id })
    await refused([(await send(anna)).id], GONE)
    await refused([(await send(outsider)).id], GONE)
    await refused([anna.userId], GONE)
    const { id } = await send(technician)
    await answer([id])
    await refused([id], GONE)
    await refused([(await send(technician)).id, id], GONE)
  })

  test('with a file that is still being received', async () => {
    const receiving = '0190d0c0-0000-7000-8000-00000000000a'
    await rows(
      `insert into files (org_id, id, name, type, uploaded_by) values ($1, $2, 'x', 'text/plain', $3)`,
      ...[orgId, receiving, technician.userId],
    )
    await refused([receiving], GONE)
  })

  test('with too many files, or the same one twice', async () => {
    const ids: string[] = []
    for (let sent = 0; sent <= ATTACHED_FILES_MAX; sent++) ids.push((await send(technician)).id)
    await expect(answer(ids)).rejects.toMatchObject({ status: 422 })
    await refused([ids[0] ?? '', ids[0] ?? ''], 'Samma fil är vald två gånger')
    expect((await answer(ids.slice(1))).files).toHaveLength(ATTACHED_FILES_MAX)
  })
})

test('only its sender can remove an unattached file', async () => {
  const { id } = await send(anna)
  const remove = (person: Person, fileId = id) => h.as(person).call(files.remove, { params: { id: fileId } })
  await expect(remove(technician)).rejects.toMatchObject({ status: 404 })
  await remove(anna)
  await expect(remove(anna)).rejects.toMatchObject({ status: 404 })
  const { id: used } = await send(technician)
  await answer([used])
  await expect(remove(technician, used)).rejects.toMatchObject({ status: 404 })
})

test('the files of an enquiry move to the ticket created from it, and to no other', async () => {
  const enquiryId = await anEnquiry(h, { orgId })
  const fileId = '0190d0c0-0000-7000-8000-00000000000b'
  await rows(`insert into files (org_id, id, name, type) values ($1, $2, 'x.txt', 'text/plain')`, orgId, fileId)
  await rows(
    `update files set state = 'ready', bytes = 1, sha256 = sha256('x'), attached_at = now(), enquiry_id = $2 where id = $1`,
    ...[fileId, enquiryId],
  )
  const body = { title: 'WiFi nere', description: 'Inget nät', customerId }
  const { id } = await h.as(technician).call(enquiries.makeTicket, { params: { id: enquiryId }, body })
  expect((await h.as(anna).call(portal.get, { params: { id } })).files).toMatchObject([{ id: fileId }])
  expect((await h.as(technician).call(tickets.screen, { params: { id } })).files).toMatchObject([{ id: fileId }])
})
