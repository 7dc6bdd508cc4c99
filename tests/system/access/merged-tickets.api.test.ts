// A merge adds no reader: what each login reads of two tickets, before they are merged, while they are, and after.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anUploadedFile } from '#features/files/testing/upload.ts'
import { merging } from '#features/tickets/merging.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { type Harness, type Person, startHarness } from '../../harness/harness.ts'

let h: Harness
let staff: Person
let one: string
let two: string

/** `ofOne` reported the first ticket, `ofTwo` the second, `copied` gets copies of both; the others see both or none. */
const names = ['ofOne', 'ofTwo', 'copied', 'company', 'colleague', 'otherCustomer', 'elsewhere'] as const
type Name = (typeof names)[number]
let people: Record<Name, Person>

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  staff = await h.aTechnician({ orgId })
  const customer = await h.aCustomer({ orgId })
  const own = async () => {
    const person = await h.aPortalUser(customer)
    await h.test.superuser.query('update customer_users set sees_company = false where user_id = $1', [person.userId])
    return person
  }
  const { id: elsewhere } = await h.anOrganization()
  people = {
    ofOne: await own(),
    ofTwo: await own(),
    copied: await own(),
    colleague: await own(),
    company: await h.aPortalUser(customer),
    otherCustomer: await h.aPortalUser(await h.aCustomer({ orgId })),
    elsewhere: await h.aPortalUser(await h.aCustomer({ orgId: elsewhere })),
  }
  one = await aTicket('ett', people.ofOne)
  two = await aTicket('två', people.ofTwo)
})
afterAll(() => h.stop())

const contactOf = async ({ userId }: Person): Promise<string> =>
  (await h.test.superuser.query('select contact_id from customer_users where user_id = $1', [userId])).rows[0]
    .contact_id

const aFile = async (person: Person, name: string) =>
  (await anUploadedFile(h, person, 'attachment', name, `${name}.txt`)).id

/** A ticket with texts of its own, a public answer with a file, and an internal comment with a file. */
async function aTicket(of: string, reporter: Person) {
  const body = { title: `titel-${of}`, description: `fel-${of}`, fileIds: [await aFile(reporter, `bilaga-${of}`)] }
  const { id } = await h.as(reporter).call(portal.create, { body })
  const { version } = await h.as(staff).call(tickets.get, { params: { id } })
  const copies = [await contactOf(people.copied)]
  await h.as(staff).call(tickets.change, { params: { id }, body: { version, copies } })
  for (const [kind, isInternal] of [
    ['svar', false],
    ['internt', true],
  ] as const) {
    const fileIds = [await aFile(staff, `${kind}fil-${of}`)]
    await h.as(staff).call(tickets.comment, { params: { id }, body: { comment: `${kind}-${of}`, isInternal, fileIds } })
  }
  return id
}

async function merge(id: string, into: string | null) {
  const { version } = await h.as(staff).call(tickets.get, { params: { id } })
  await h.as(staff).call(merging.merge, { params: { id }, body: { into, version } })
}

/** Everything that the portal sends the person about a ticket; a refusal is its status. */
async function sent(person: Person, id: string) {
  const got = await Promise.all(
    ['', '/thread', '/draft'].map(async (part) => {
      const { statusCode, body } = await h.app.inject({
        method: 'GET',
        url: `/api/portal/tickets/${id}${part}`,
        headers: { authorization: `Bearer ${person.token}` },
      })
      return statusCode === 200 ? body : String(statusCode)
    }),
  )
  return got.join('\n')
}

const texts = ['titel', 'fel', 'bilaga', 'svar', 'svarfil', 'internt', 'interntfil', 'efteråt'].flatMap((text) => [
  `${text}-ett`,
  `${text}-två`,
])
const named = (body: string) => texts.filter((text) => body.includes(text))
const all = (of: string) => ['titel', 'fel', 'bilaga', 'svar', 'svarfil'].map((text) => `${text}-${of}`)

/** The files that a person may load, by name. */
async function files(person: Person) {
  const { rows } = await h.test.superuser.query<{ id: string; name: string }>(
    'select id, name from files where ticket_id = any ($1)',
    [[one, two]],
  )
  const found = await Promise.all(
    rows.map(async ({ id, name }) => {
      const headers = { authorization: `Bearer ${person.token}` }
      const { statusCode } = await h.app.inject({ method: 'GET', url: `/api/files/${id}`, headers })
      return statusCode === 200 ? [name] : []
    }),
  )
  return found.flat().sort()
}

/** What each person reads at each of the two addresses. */
const readable = async () =>
  Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [
        name,
        {
          one: named(await sent(people[name], one)),
          two: named(await sent(people[name], two)),
          files: await files(people[name]),
        },
      ]),
    ),
  )

const none = { one: [], two: [], files: [] }
const filesOf = (...of: string[]) =>
  of.flatMap((one) => ['bilaga', 'svarfil'].map((name) => `${name}-${one}.txt`)).sort()
const separated = {
  ofOne: { one: all('ett'), two: [], files: filesOf('ett') },
  ofTwo: { one: [], two: all('två'), files: filesOf('två') },
  copied: { one: all('ett'), two: all('två'), files: filesOf('ett', 'två') },
  company: { one: all('ett'), two: all('två'), files: filesOf('ett', 'två') },
  colleague: none,
  otherCustomer: none,
  elsewhere: none,
}
/** Whoever sees both tickets reads both at the survivor, in the order of `texts`. */
const both = { one: all('ett'), two: texts.filter((text) => [...all('ett'), ...all('två')].includes(text)) }
const merged = {
  ...separated,
  copied: { ...separated.copied, ...both },
  company: { ...separated.company, ...both },
}

describe('A-572: a merge adds no reader', () => {
  test('of texts and files, before, while and after', async () => {
    expect(await readable()).toEqual(separated)
    await merge(one, two)
    expect(await readable()).toEqual(merged)
    await merge(one, null)
    expect(await readable()).toEqual(separated)
  })

  test('the address of a merged ticket leads only those to the survivor who see it', async () => {
    await merge(one, two)
    const survivorOf = async (name: Name) =>
      (await h.as(people[name]).call(portal.get, { params: { id: one } })).mergedInto?.id ?? null
    expect(await survivorOf('ofOne')).toBeNull()
    expect(await survivorOf('copied')).toBe(two)
    expect(await survivorOf('company')).toBe(two)
    expect(await h.as(people.ofOne).call(portal.get, { params: { id: one } })).toMatchObject({ waitsFor: 'merged' })
    expect((await h.as(people.ofOne).call(portal.list, { query: {} })).rows.map(({ id }) => id)).toEqual([one])
    await merge(one, null)
  })

  test('of what is written at the merged ticket by somebody who sees only that one', async () => {
    await merge(one, two)
    const write = async (name: Name, id: string, comment: string) =>
      h.as(people[name]).call(portal.comment, {
        params: { id },
        body: { comment, fileIds: [await aFile(people[name], `fil-${comment}`)] },
      })
    await write('ofOne', one, 'efteråt-ett')
    await write('ofTwo', two, 'efteråt-två')
    const read = async (name: Name) => ({
      texts: named((await sent(people[name], one)) + (await sent(people[name], two))).filter((text) =>
        text.startsWith('efteråt'),
      ),
      files: (await files(people[name])).filter((name) => name.includes('efteråt')),
    })
    const expected = {
      ofOne: { texts: ['efteråt-ett'], files: ['fil-efteråt-ett.txt'] },
      ofTwo: { texts: ['efteråt-två'], files: ['fil-efteråt-två.txt'] },
      copied: { texts: ['efteråt-ett', 'efteråt-två'], files: ['fil-efteråt-ett.txt', 'fil-efteråt-två.txt'] },
      company: { texts: ['efteråt-ett', 'efteråt-två'], files: ['fil-efteråt-ett.txt', 'fil-efteråt-två.txt'] },
    }
    for (const name of ['ofOne', 'ofTwo', 'copied', 'company'] as const)
      expect([name, await read(name)]).toEqual([name, expected[name]])
    const ofStaff = async (id: string) =>
      (await h.as(staff).call(tickets.thread, { params: { id } })).flatMap((entry) =>
        entry.kind === 'comment' && entry.comment.startsWith('efteråt') ? [[entry.comment, entry.fromNumber]] : [],
      )
    const { ticketNumber } = await h.as(staff).call(tickets.get, { params: { id: one } })
    const inSurvivor = [
      ['efteråt-ett', ticketNumber],
      ['efteråt-två', null],
    ]
    expect(await ofStaff(two)).toEqual(inSurvivor)
    await merge(one, null)
    // Later answers stay in the survivor, and keep their readers.
    expect(await ofStaff(two)).toEqual(inSurvivor)
    expect(await ofStaff(one)).toEqual([])
    for (const name of ['ofOne', 'ofTwo', 'copied', 'company'] as const)
      expect([name, await read(name)]).toEqual([name, expected[name]])
  })

  test('of tickets and comments that the person does not see', async () => {
    await merge(one, two)
    const comment = (name: Name, id: string) =>
      h.as(people[name]).call(portal.comment, { params: { id }, body: { comment: 'x' } })
    await expect(comment('ofOne', two)).rejects.toMatchObject({ status: 404 })
    await expect(comment('ofTwo', one)).rejects.toMatchObject({ status: 404 })
    await expect(comment('colleague', one)).rejects.toMatchObject({ status: 404 })
    await merge(one, null)
  })
})
