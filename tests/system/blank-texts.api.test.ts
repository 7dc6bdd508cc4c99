// A text of invisible characters counts as empty: in every field of every endpoint, in the public forms and in the
// database.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { company } from '#features/company/company.contract.ts'
import { contacts } from '#features/customers/contacts.contract.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { customerImport } from '#features/customers/import.contract.ts'
import { equipment } from '#features/equipment/equipment.contract.ts'
import { ContactForm, SupportForm } from '#features/inbox/forms.contract.ts'
import { anEnquiry } from '#features/inbox/testing/an-enquiry.ts'
import { recurring } from '#features/tickets/recurring.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { users } from '#features/users/users.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { isBlank, sanitizedLine } from '#shared/text.rules.ts'
import { type Harness, type Person, startHarness } from '../harness/harness.ts'
import { endpoints } from './access/contracts.ts'

const INVISIBLE = [
  '\u200b',
  '\u200c\u200d',
  '\ufeff\u2060',
  '\u00ad',
  '\u202e\u2066',
  '\u115f\u3164\uffa0',
  '\u2800',
  '\ufe0f',
  '\u{e0041}',
]

let h: Harness
let orgId: string
let admin: Person
let customerId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  admin = await h.anAdmin({ orgId })
  customerId = (await h.aCustomer({ orgId })).id
})
afterAll(() => h.stop())

type Field = { path: string; schema: z.ZodType }

/** Stored or compared exactly as typed. */
const AS_TYPED =
  /password|\.(rpId|authenticatorAttachment|transports)$|PUT \S+(draft|credentials) |refresh_token|token_hash|\.token$/

/** Every field of a body that accepts text or an email address, including nested fields. */
function fieldsOf(schema: unknown, path: string): Field[] {
  if (typeof schema !== 'object' || schema === null) return []
  const {
    shape,
    element,
    options,
    in: inner,
    innerType,
  } = (schema as { _zod: { def: Record<string, unknown> } })._zod.def
  const objects = [element, inner, innerType, ...((options as unknown[] | undefined) ?? [])].filter(Boolean)
  const fields = Object.entries((shape ?? {}) as Record<string, z.ZodType>).flatMap(([name, field]) => {
    const isText = ['Anna Berg', 'anna@example.se'].some((text) => field.safeParse(text).success)
    return isText ? [{ path: `${path}.${name}`, schema: field }] : fieldsOf(field, `${path}.${name}`)
  })
  return [...fields, ...objects.flatMap((one) => fieldsOf(one, path))]
}

const outcomeOf = ({ schema }: Field, text: string) => {
  const { data, error } = schema.safeParse(text)
  return error ? error.issues[0]?.message : { data }
}

const fields = [...endpoints]
  .flatMap(([name, { body }]) => fieldsOf(body, `${name} `))
  .filter(({ path }) => !AS_TYPED.test(path))

test('A-218: every field of every endpoint and form treats a text of invisible characters as empty', () => {
  const all = [...fields, ...fieldsOf(ContactForm, '/kontakt '), ...fieldsOf(SupportForm, '/support ')]
  expect(all.length).toBeGreaterThan(50)
  for (const field of all.filter(({ path }) => !path.includes('urgent')))
    for (const text of INVISIBLE)
      expect([field.path, outcomeOf(field, text)]).toEqual([field.path, outcomeOf(field, '')])
})

test('A-551: every field of every endpoint and form normalizes its text to NFC', () => {
  const all = [...fields, ...fieldsOf(ContactForm, '/kontakt '), ...fieldsOf(SupportForm, '/support ')]
  for (const field of all)
    for (const typed of ['Åkeri Öst', 'info@åkeri.example']) {
      const { data } = field.schema.safeParse(typed.normalize('NFD'))
      if (data !== undefined) expect([field.path, data]).toEqual([field.path, field.schema.parse(typed)])
    }
})

test('A-218: the server refuses invisible texts with an error at the field, like empty ones', async () => {
  const { call } = h.as(admin)
  const ticket = await call(tickets.create, { body: { title: 'WiFi', description: 'Nere', customerId } })
  for (const text of ['', ...INVISIBLE]) {
    const body = { title: text, description: 'x', customerId }
    await expect(call(tickets.create, { body })).rejects.toMatchObject({
      status: 422,
      fields: { title: 'Titel krävs' },
    })
    await expect(call(tickets.comment, { params: { id: ticket.id }, body: { comment: text } })).rejects.toMatchObject({
      status: 422,
      fields: { comment: 'Skriv en kommentar' },
    })
    await expect(call(customers.create, { body: { name: text } })).rejects.toMatchObject({
      status: 422,
      fields: { name: 'Namn krävs' },
    })
    await expect(
      call(users.change, { params: { id: admin.userId }, body: { email: admin.email, fullName: text } }),
    ).rejects.toMatchObject({ status: 422, fields: { fullName: 'Ange namn' } })
  }
  const row = { customerId, workDate: '2026-11-20', timeFrom: '08:00', timeTo: '09:00', description: '\u200b\u2800' }
  expect(await call(time.create, { body: row })).toMatchObject({ description: null })
})

const WITH_BIDI_CONTROLS = 'An\u202ena\u202c \u2066Be\u2069rg\u200e\u200f\u061c'

test('A-219: names, titles and company facts lose bidirectional controls, and are otherwise unchanged', async () => {
  const { call } = h.as(admin)
  for (const name of ['👨‍👩‍👧 AB', 'شرکت می‌خواهم', 'Räksmörgås 🏴‍☠️'])
    expect(await call(customers.create, { body: { name } })).toMatchObject({ name })
  const body = {
    name: WITH_BIDI_CONTROLS,
    phone: '\u202d070-123 45 67\u202c',
    address: `${WITH_BIDI_CONTROLS} 1`,
    notes: WITH_BIDI_CONTROLS,
  }
  const customer = await call(customers.create, { body })
  expect(customer).toMatchObject({
    name: 'Anna Berg',
    phone: '070-123 45 67',
    address: 'Anna Berg 1',
    notes: WITH_BIDI_CONTROLS,
  })
  const ticket = { title: WITH_BIDI_CONTROLS, description: WITH_BIDI_CONTROLS, customerId }
  expect(await call(tickets.create, { body: ticket })).toMatchObject({
    title: 'Anna Berg',
    description: WITH_BIDI_CONTROLS,
  })
  const person = { email: admin.email, fullName: WITH_BIDI_CONTROLS }
  expect(await call(users.change, { params: { id: admin.userId }, body: person })).toMatchObject({
    fullName: 'Anna Berg',
  })
  const organization = await call(company.organization, {})
  expect(
    await call(company.changeOrganization, {
      body: { ...organization, name: WITH_BIDI_CONTROLS, version: organization.version },
    }),
  ).toMatchObject({ name: 'Anna Berg' })
  const facts = await call(company.facts, {})
  const changed = {
    ...facts,
    groupLine: WITH_BIDI_CONTROLS,
    founderName: WITH_BIDI_CONTROLS,
    services: WITH_BIDI_CONTROLS,
  }
  expect(await call(company.changeFacts, { body: changed })).toMatchObject({
    groupLine: 'Anna Berg',
    founderName: 'Anna Berg',
    services: WITH_BIDI_CONTROLS,
  })
})

test('A-219: a length limit counts what remains of a name', async () => {
  const { call } = h.as(admin)
  expect(await call(customers.create, { body: { name: ` \u202e${'å'.repeat(200)}\u202c ` } })).toMatchObject({
    name: 'å'.repeat(200),
  })
  await expect(call(customers.create, { body: { name: 'å'.repeat(201) } })).rejects.toMatchObject({ status: 422 })
})

test('A-218: isBlank in src/shared/text.rules.ts and is_blank of 0001-actor.sql accept the same characters', async () => {
  const { rows } = await h.test.superuser.query<{ n: number }>(
    `select n from generate_series(1, x'10ffff'::int) n where n not between x'd800'::int and x'dfff'::int and is_blank(chr(n))`,
  )
  const inJavaScript = Array.from({ length: 0x10ffff }, (_, index) => index + 1).filter((n) =>
    isBlank(String.fromCodePoint(n)),
  )
  expect(rows.map(({ n }) => n)).toEqual(inJavaScript)
})

const BREAKS = ['\n', '\r\n', '\t', '\v', '\f', '\u0085', '\u2028', '\u2029']

test('A-509: names of customers, contacts and equipment and titles are stored on one line', async () => {
  const { call } = h.as(admin)
  for (const sign of BREAKS) {
    const typed = `Ett${sign}\u202etvå`
    const customer = await call(customers.create, { body: { name: typed } })
    expect(customer.name).toBe('Ett två')
    const params = { id: customer.id }
    const contact = { name: typed, title: typed, email: `${customer.id}@example.se` }
    expect(await call(contacts.create, { params, body: contact })).toMatchObject({ name: 'Ett två', title: 'Ett två' })
    const body = { title: typed, description: typed, customerId: customer.id }
    expect(await call(tickets.create, { body })).toMatchObject({ title: 'Ett två', description: typed })
    const again = { title: typed, description: 'x', every: 'week', firstOn: '2026-11-23' } as const
    expect(await call(recurring.create, { params, body: again })).toMatchObject({ title: 'Ett två' })
    expect(await call(equipment.create, { params, body: { name: typed, place: typed } })).toMatchObject({
      name: 'Ett två',
      place: 'Ett två',
    })
    await call(customerImport.create, { body: { rows: [{ name: `Importerad ${sign} kund ${customer.id}` }] } })
    const { rows } = await q('select 1 from customers where name = $1', `Importerad kund ${customer.id}`)
    expect(rows).toHaveLength(1)
  }
})

test('A-509: the database refuses a name or title of several lines from any role', async () => {
  const { id: ticketId } = await h
    .as(admin)
    .call(tickets.create, { body: { title: 'x', description: 'x', customerId } })
  const enquiryId = await anEnquiry(h, { orgId })
  for (const sign of [...BREAKS, '\u202e']) {
    const typed = `Ett${sign}två`
    await expect(q('update customers set name = $1 where id = $2', typed, customerId)).rejects.toMatchObject({
      constraint: 'customers_name_is_one_line',
    })
    await expect(q('update tickets set title = $1 where id = $2', typed, ticketId)).rejects.toMatchObject({
      constraint: 'tickets_title_is_one_line',
    })
    for (const column of ['name', 'phone']) {
      // 1.0.0 refused a line feed by a separate rule.
      await expect(q(`update enquiries set ${column} = $1 where id = $2`, typed, enquiryId)).rejects.toMatchObject({
        constraint: expect.stringMatching(`^enquiries_${column}_(is_one_line|length)$`),
      })
    }
  }
})

test('A-509: sanitizedLine in src/shared/text.rules.ts and on_one_line of 0019-texts.sql agree', async () => {
  const { rows } = await q(
    `select n, on_one_line('x ' || chr(n) || chr(n) || ' y' || chr(n)) as line, is_one_line(chr(n)) as is_line
     from generate_series(1, x'ffff'::int) n where n not between x'd800'::int and x'dfff'::int`,
  )
  const differing = rows.filter(({ n, line, is_line }) => {
    const sign = String.fromCodePoint(n)
    const typed = `x ${sign}${sign} y${sign}`
    const isLine = sanitizedLine(`x${sign}y`) === `x${sign}y`.normalize('NFC')
    return sanitizedLine(typed) !== line.normalize('NFC') || isLine !== is_line
  })
  expect(differing).toEqual([])
})

const q = (text: string, ...values: unknown[]) => h.test.superuser.query(text, values)

test('A-218: the database refuses invisible texts from any role', async () => {
  const blank = '\u200b\u2060'
  const { id: ticketId } = await h
    .as(admin)
    .call(tickets.create, { body: { title: 'x', description: 'x', customerId } })
  const enquiryId = await anEnquiry(h, { orgId })
  const refused = (constraint: string) => ({ code: '23514', constraint })
  await expect(q('insert into organizations (id, name) values ($1, $2)', uuidv7(), blank)).rejects.toMatchObject(
    refused('organizations_not_blank'),
  )
  await expect(q('update profiles set full_name = $1 where id = $2', blank, admin.userId)).rejects.toMatchObject(
    refused('profiles_not_blank'),
  )
  await expect(q('update customers set name = $1 where id = $2', blank, customerId)).rejects.toMatchObject(
    refused('customers_not_blank'),
  )
  for (const column of ['title', 'description'])
    await expect(q(`update tickets set ${column} = $1 where id = $2`, blank, ticketId)).rejects.toMatchObject(
      refused('tickets_not_blank'),
    )
  for (const column of ['name', 'message'])
    await expect(anEnquiry(h, { orgId, [column]: blank })).rejects.toMatchObject(refused('enquiries_not_blank'))
  await expect(
    q(
      'insert into enquiry_replies (org_id, id, enquiry_id, author, text) values ($1, $2, $3, $4, $5)',
      ...[orgId, uuidv7(), enquiryId, admin.userId, blank],
    ),
  ).rejects.toMatchObject(refused('enquiry_replies_not_blank'))
  await expect(
    q(
      'insert into ticket_comments (org_id, id, ticket_id, customer_id, user_id, comment, is_internal, by_customer) values ($1, $2, $3, $4, $5, $6, false, false)',
      ...[orgId, uuidv7(), ticketId, customerId, admin.userId, blank],
    ),
  ).rejects.toMatchObject(refused('ticket_comments_not_blank'))
  const { userId } = await h.aPortalUser({ id: customerId, orgId })
  await expect(q('update customer_users set full_name = $1 where user_id = $2', blank, userId)).rejects.toMatchObject(
    refused('customer_users_not_blank'),
  )
  await q('update customer_users set full_name = null where user_id = $1', userId)
})

test('rows from before that constraint still work: the ticket can be closed, the customer archived', async () => {
  const { call } = h.as(admin)
  const { id, version } = await call(tickets.create, { body: { title: 'x', description: 'x', customerId } })
  const customer = await call(customers.create, { body: { name: 'x' } })
  await call(tickets.create, { body: { title: 'x', description: 'x', customerId: customer.id } })
  for (const [table, column] of [
    ['tickets', 'title'],
    ['customers', 'name'],
  ]) {
    await q(`alter table ${table} disable trigger ${table}_not_blank`)
    await q(`update ${table} set ${column} = '\u200b' where ${column} = 'x'`)
    await q(`alter table ${table} enable trigger ${table}_not_blank`)
  }
  expect(await call(tickets.change, { params: { id }, body: { status: 'closed', version } })).toMatchObject({
    status: 'closed',
    title: '\u200b',
  })
  expect(await call(customers.remove, { params: { id: customer.id } })).toEqual({ outcome: 'archived' })
})
