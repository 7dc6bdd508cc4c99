import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { readPublicFacts } from '#screens/site/server/site.queries.ts'
import { phoneHref } from '#shared/phone.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { company } from '../company.contract.ts'
import { DEFAULT_ANSWER_MINUTES } from '../target-fields.rules.ts'

let h: Harness
let orgId: string
let admin: Person
let technician: Person
let portalUser: Person
let outsider: Person

const organization = { name: 'Nordnät AB', orgNumber: '', billingEmail: '', paymentTerms: '' }
const facts = {
  founded: 2017,
  phone: '',
  emergencyPhone: '',
  email: '',
  address: '',
  postalCode: '',
  city: '',
  seat: '',
  vatNumber: '',
  opens: '08:00',
  closes: '17:00',
  groupLine: '',
  areaServed: '',
  services: '',
  prices: '',
  founderName: '',
  founderTitle: '',
  founderStory: '',
  dayHours: '',
  closedDays: '',
  eves: 'closed',
  halfDays: 'open',
  halfDayCloses: '12:00',
  hoursFrom: '',
  ...DEFAULT_ANSWER_MINUTES,
  people: '',
  quotes: '',
  certificates: '',
  insurance: '',
  fTax: false,
}

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  admin = await h.anAdmin({ orgId })
  technician = await h.aTechnician({ orgId })
  portalUser = await h.aPortalUser(await h.aCustomer({ orgId }))
  outsider = await h.anAdmin({ orgId: (await h.anOrganization('Annan AB')).id })
})
beforeEach(async () => {
  await h.test.superuser.query('update organizations set version = 1')
  await h.test.superuser.query('update company_facts set version = 1')
})
afterAll(() => h.stop())

type ChangedFacts = z.input<typeof company.changeFacts.body>

const changeOrganization = (changes: Partial<typeof organization> = {}, person = admin, version = 1) =>
  h.as(person).call(company.changeOrganization, { body: { ...organization, ...changes, version } })
const changeFacts = (
  changes: Partial<Record<keyof ChangedFacts, string | number | boolean | null>> = {},
  person = admin,
  version = 1,
) => h.as(person).call(company.changeFacts, { body: { ...facts, ...changes, version } as ChangedFacts })

test('a new organization has the specified defaults', async () => {
  const { call } = h.as(await h.aTechnician({ orgId: (await h.anOrganization('Ny AB')).id }))
  expect(await call(company.organization, {})).toEqual({
    name: 'Ny AB',
    orgNumber: null,
    billingEmail: null,
    paymentTerms: '30 dagar netto',
    version: 1,
  })
  expect(await call(company.facts, {})).toMatchObject({ founded: 2017, opens: '08:00', closes: '17:00', phone: null })
})

test('the four fields are stored in Swedish format, and blank terms become the default', async () => {
  const saved = await changeOrganization({
    name: ' Nordnät i Uppsala AB ',
    orgNumber: '165567037485',
    billingEmail: ' faktura@nordnat.se ',
  })
  expect(saved).toEqual({
    name: 'Nordnät i Uppsala AB',
    orgNumber: '556703-7485',
    billingEmail: 'faktura@nordnat.se',
    paymentTerms: '30 dagar netto',
    version: 2,
  })
  expect(await h.as(technician).call(company.organization, {})).toEqual(saved)
})

test('hours and closed days are stored in one format, however they are typed', async () => {
  const saved = await changeFacts({
    dayHours: 'lör 10-14\nFredag: 8–12 och 13.00-15.30\n',
    closedDays: '2026-12-28 - 2026-12-30 Mellandagar\n2026-11-30: Flytt',
  })
  expect([saved.dayHours, saved.closedDays]).toEqual([
    'Fredag: 08:00–12:00, 13:00–15:30\nLördag: 10:00–14:00',
    '2026-11-30: Flytt\n2026-12-28–2026-12-30: Mellandagar',
  ])
  await expect(
    h.test.superuser.query(`update company_facts set day_hours = 'fre 8-12' where org_id = $1`, [orgId]),
  ).rejects.toMatchObject({ constraint: 'company_facts_day_hours' })
  await expect(
    h.test.superuser.query(`update company_facts set closed_days = 'i jul' where org_id = $1`, [orgId]),
  ).rejects.toMatchObject({ constraint: 'company_facts_closed_days' })
})

test('targets of answers are stored in minutes; a ticket need not be solved within any time', async () => {
  const targets = { urgentAnswerMinutes: 15, normalAnswerMinutes: 300, normalSolveMinutes: 960 }
  expect(await changeFacts(targets)).toMatchObject({ ...DEFAULT_ANSWER_MINUTES, ...targets, lowSolveMinutes: null })
  expect(await changeFacts({}, admin, 2)).toMatchObject({ ...DEFAULT_ANSWER_MINUTES, normalSolveMinutes: null })
})

test('saved facts are on the public site at the next request', async () => {
  const saved = await changeFacts({
    founded: '2018',
    phone: '+46 8 12345678',
    emergencyPhone: '0701234567',
    email: 'hej@nordnat.se',
    address: 'Storgatan 1',
    postalCode: '75320',
    city: 'Uppsala',
    seat: 'Uppsala',
    vatNumber: 'se 556703-7485 01',
    groupLine: 'En del av Nord',
    services: 'WiFi\nSupport',
  })
  expect(saved).toMatchObject({ founded: 2018, services: 'WiFi\nSupport', prices: null, version: 2 })
  expect(await readPublicFacts(h.database, orgId)).toMatchObject({
    phone: '08-123 456 78',
    emergencyPhone: '070-123 45 67',
    email: 'hej@nordnat.se',
    address: 'Storgatan 1',
    postalCode: '753 20',
    city: 'Uppsala',
    seat: 'Uppsala',
    vatNumber: 'SE556703748501',
    groupLine: 'En del av Nord',
    founded: 2018,
  })
  await changeFacts({}, admin, 2)
  expect(await readPublicFacts(h.database, orgId)).toMatchObject({ phone: null, email: null })
})

test('the company’s number may have an extension, which is shown with it', async () => {
  const { phone } = await changeFacts({ phone: '+46 8 465 004 11 ankn 12' })
  expect(phone).toBe('08-465 004 11 ankn 12')
  expect(phoneHref(phone ?? '')).toBe('tel:+46846500411')
})

test('A-43: technicians can read but not change the settings, customers can do neither', async () => {
  const before = await h.as(technician).call(company.facts, {})
  const adminsOnly = { status: 403, message: 'Bara administratörer kan göra det här' }
  await expect(changeOrganization({}, technician)).rejects.toMatchObject(adminsOnly)
  await expect(changeFacts({}, technician)).rejects.toMatchObject(adminsOnly)
  for (const refused of [
    () => changeOrganization({}, portalUser),
    () => changeFacts({}, portalUser),
    () => h.as(portalUser).call(company.organization, {}),
    () => h.as(portalUser).call(company.facts, {}),
  ])
    await expect(refused()).rejects.toMatchObject({ status: 403 })
  expect(await h.as(admin).call(company.facts, {})).toEqual(before)
})

test('A-60: one organization’s settings never affect another’s', async () => {
  const theirs = async () => [
    await h.as(outsider).call(company.organization, {}),
    await h.as(outsider).call(company.facts, {}),
  ]
  const before = await theirs()
  await changeOrganization({ name: 'Bara vårt AB' })
  await changeFacts({ phone: '018-12 34 56' })
  expect(await theirs()).toEqual(before)
})

test('an outdated version gets 409 with the current row and changes nothing', async () => {
  await changeOrganization({ name: 'Först AB' })
  await expect(changeOrganization({ name: 'Sist AB' })).rejects.toMatchObject({
    status: 409,
    message: 'Någon annan hann ändra. Jämför och spara igen.',
    current: { name: 'Först AB', version: 2 },
  })
  await changeFacts({ city: 'Uppsala' })
  await expect(changeFacts({ city: 'Knivsta' })).rejects.toMatchObject({
    status: 409,
    current: { city: 'Uppsala', version: 2 },
  })
  expect(await h.as(admin).call(company.facts, {})).toMatchObject({ city: 'Uppsala' })
})

test('of ten concurrent saves one succeeds and nine get a conflict', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => changeFacts({ city: `Ort ${n}` })))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 })
})

test.each([
  [{ name: '  ' }, 'name', 'Företagets namn krävs'],
  [{ name: 'a'.repeat(201) }, 'name', 'Företagets namn får max vara 200 tecken'],
  [{ orgNumber: '556703-7486' }, 'orgNumber', 'Ange ett giltigt organisationsnummer, som 556703-7485'],
  [{ billingEmail: 'faktura' }, 'billingEmail', 'Ange en giltig e-postadress'],
  [{ paymentTerms: 'a'.repeat(101) }, 'paymentTerms', 'Får max vara 100 tecken'],
])('an organization with %j is refused with an error at the field', async (changes, field, message) => {
  await expect(changeOrganization(changes)).rejects.toMatchObject({
    status: 422,
    message,
    fields: { [field]: message },
  })
})

const dayHoursWanted = 'Skriv en dag per rad, som ”Fredag: 08:00–12:00, 13:00–15:00” eller ”Lördag: stängt”'
const closedDaysWanted = 'Skriv datum och namn på varje rad, som ”2026-12-28–2026-12-30: Mellandagar”'
const phoneWanted = 'Ange ett enda telefonnummer med riktnummer, som 08-123 456 78 eller 08-123 456 78 ankn 12'
test.each([
  [{ phone: '123456' }, 'phone', phoneWanted],
  [{ phone: '08-465 004 11, 070-174 06 11' }, 'phone', phoneWanted],
  [{ emergencyPhone: 'ring Kim' }, 'emergencyPhone', phoneWanted],
  [{ email: 'hej@' }, 'email', 'Ange en giltig e-postadress'],
  [{ postalCode: '07532' }, 'postalCode', 'Ange ett postnummer med fem siffror, som 753 20'],
  [{ vatNumber: 'SE556703748502' }, 'vatNumber', 'Ange ett giltigt momsregistreringsnummer, som SE556703748501'],
  [{ founded: '' }, 'founded', 'Ange ett årtal, som 2017'],
  [{ founded: 1799 }, 'founded', 'Ange ett årtal, som 2017'],
  [{ founded: 'nyss' }, 'founded', 'Ange ett årtal, som 2017'],
  [{ founded: 2017.5 }, 'founded', 'Ange ett årtal, som 2017'],
  [{ opens: '' }, 'opens', 'Ange en tid, som 08:00'],
  [{ closes: '24:00' }, 'closes', 'Ange en tid, som 08:00'],
  [{ opens: '17:00' }, 'closes', 'Stängningstiden ska vara efter öppningstiden'],
  [{ founderStory: 'a'.repeat(5001) }, 'founderStory', 'Får max vara 5000 tecken'],
  [{ seat: 'a'.repeat(101) }, 'seat', 'Får max vara 100 tecken'],
  [{ dayHours: 'Fredag: 12-8' }, 'dayHours', dayHoursWanted],
  [{ dayHours: 'Fredag: 8-13, 12-15' }, 'dayHours', dayHoursWanted],
  [{ dayHours: 'Någon dag: 8-12' }, 'dayHours', dayHoursWanted],
  [{ closedDays: 'i jul: Julstängt' }, 'closedDays', closedDaysWanted],
  [{ closedDays: '2026-12-28' }, 'closedDays', closedDaysWanted],
  [{ eves: 'ibland' }, 'eves', 'Välj vad som gäller'],
  [{ urgentAnswerMinutes: null }, 'urgentAnswerMinutes', 'Ange antal minuter, som 30'],
  [{ normalAnswerMinutes: 0 }, 'normalAnswerMinutes', 'Ange antal timmar, som 2,5'],
  [{ lowAnswerMinutes: 6001 }, 'lowAnswerMinutes', 'Får vara högst 100 timmar'],
  [{ highSolveMinutes: 30_001 }, 'highSolveMinutes', 'Får vara högst 500 timmar'],
])('facts with %j are refused with an error at the field', async (changes, field, message) => {
  await expect(changeFacts(changes)).rejects.toMatchObject({ status: 422, message, fields: { [field]: message } })
})

test('A-43: unknown keys are refused, those of the organization among them', async () => {
  const unknown = { status: 422, message: 'Okänt fält' }
  await expect(changeOrganization({ id: outsider.orgId } as object)).rejects.toMatchObject(unknown)
  await expect(changeFacts({ orgId: outsider.orgId } as object)).rejects.toMatchObject(unknown)
})

test('staff without an organization get an error', async () => {
  const drifter = await h.anAdmin({ orgId: null })
  const refusal = { status: 422, message: 'Du måste vara kopplad till en organisation' }
  await expect(h.as(drifter).call(company.facts, {})).rejects.toMatchObject(refusal)
  await expect(changeOrganization({}, drifter)).rejects.toMatchObject(refusal)
})

test('changes of the settings are audited', async () => {
  const boss = await h.anAdmin({ orgId })
  await changeOrganization({}, boss)
  await changeFacts({}, boss)
  const { rows } = await h.test.superuser.query(
    'select action, subject, subject_id, detail from audit_log where user_id = $1 order by subject',
    [boss.userId],
  )
  const line = { action: 'changed', subject_id: orgId, detail: { version: 2 } }
  expect(rows).toEqual([
    { ...line, subject: 'company_facts' },
    { ...line, subject: 'organization' },
  ])
})
