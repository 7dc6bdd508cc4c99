// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { time } from '#features/time/time.contract.ts'
import { brokenAnswer, meddling, openBackOffice, problemOf } from '#screens/back-office/testing/app.tsx'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { reports } from '../reports.contract.ts'
import { monthBack } from '../reports.rules.ts'

const REPORTS = '/backoffice/reports'
const lastMonth = monthBack(todayInStockholm(), 1)

let h: Harness
let technician: Person
let withoutOrganization: Person
let akeriet: { id: string; orgId: string }
let zenit: { id: string; orgId: string }

beforeAll(async () => {
  h = await startHarness()
  const org = await h.anOrganization('Nordnät AB')
  technician = await h.aTechnician({ orgId: org.id, fullName: 'Tove Teknik' })
  withoutOrganization = await h.aTechnician({ orgId: null })
  akeriet = await h.aCustomer({ orgId: org.id, name: 'Åkeriet AB' })
  zenit = await h.aCustomer({ orgId: org.id, name: 'Zenit AB' })
  await h.test.superuser.query(`update company_facts set phone = '08-123 456 78' where org_id = $1`, [org.id])
  for (const person of [technician, withoutOrganization]) await givePassword(h, person)
})
beforeEach(() => h.test.superuser.query('delete from reports; delete from time_entries'))
afterEach(closeApp)
afterAll(() => h.stop())

const log = (values: object = {}) =>
  h.as(technician).call(time.create, {
    body: { customerId: akeriet.id, workDate: lastMonth.from, timeFrom: '08:00', timeTo: '10:30', ...values },
  })
const generated = (values: object = {}) =>
  h.as(technician).call(reports.generate, { body: { customerId: '', ...lastMonth, ...values } })
const openReport = async (id: string, options = {}) => {
  const opened = await openBackOffice(h, technician, `${REPORTS}?report=${id}`, options)
  await screen.findByRole('region', { name: 'Rapport' })
  return opened
}
const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }))
const confirm = async (user: UserEvent) => {
  await press(user, 'Markera rapporterade')
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Markera rapporterade' }))
}
const dateIn = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value

describe('generating', () => {
  test('defaults to last month and all customers, and shows row count, sums and rows', async () => {
    await log({ description: 'Bytt switch', notes: 'Nyckel i kassaskåpet' })
    await log({ customerId: zenit.id, timeTo: '09:00' })
    const { user, at } = await openBackOffice(h, technician, REPORTS)
    await press(user, 'Generera rapport')
    expect(await screen.findByText('Rapport genererad: 2 poster')).toBeTruthy()
    const row = await screen.findByRole('row', { name: /Bytt switch/ })
    for (const cell of [lastMonth.from, 'Åkeriet AB', 'Tove Teknik', '08:00', '10:30', '2,50'])
      expect(within(row).getByText(cell)).toBeTruthy()
    const table = screen.getByRole('table', { name: 'Rapportens tidrader' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual([...['Datum', 'Kund', 'Tekniker', 'Från', 'Till', 'Timmar', 'Beskrivning']])
    const sums = screen.getAllByRole('table', { name: 'Timmar per kund' })[0]
    expect(
      sums &&
        within(sums)
          .getAllByRole('row')
          .map(({ textContent }) => textContent),
    ).toEqual([
      ...[
        'KundTidraderTimmar',
        'Zenit ABTidrader1Timmar1,00',
        'Åkeriet ABTidrader1Timmar2,50',
        'SummaTidrader 2Timmar 3,50',
      ],
    ])
    expect(screen.queryByText('Nyckel i kassaskåpet')).toBeNull()
    expect(at()).toMatch(/^\/backoffice\/reports\?report=/)
  })

  test('is limited to the chosen customer', async () => {
    await log()
    await log({ customerId: zenit.id })
    const { user } = await openBackOffice(h, technician, REPORTS)
    await user.click(await screen.findByRole('combobox', { name: 'Kund' }))
    await user.paste('Zen')
    await user.click(await screen.findByRole('option', { name: 'Zenit AB' }))
    await press(user, 'Generera rapport')
    expect(await screen.findByText('Rapport genererad: 1 post')).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'Zenit AB' })).toBeTruthy()
  })

  test('a month is chosen with one press, and last month is preselected', async () => {
    const { user } = await openBackOffice(h, technician, REPORTS)
    await screen.findByRole('form', { name: 'Ny rapport' })
    expect([dateIn('Från'), dateIn('Till')]).toEqual([lastMonth.from, lastMonth.to])
    await press(user, 'Den här månaden')
    const thisMonth = monthBack(todayInStockholm(), 0)
    expect([dateIn('Från'), dateIn('Till')]).toEqual([thisMonth.from, thisMonth.to])
    await press(user, 'Förra månaden')
    expect([dateIn('Från'), dateIn('Till')]).toEqual([lastMonth.from, lastMonth.to])
  })

  test('the error of a period that ends before it begins is at its field', async () => {
    const { user } = await openBackOffice(h, technician, REPORTS)
    await screen.findByRole('form', { name: 'Ny rapport' })
    const from = screen.getByRole('textbox', { name: 'Från' })
    await user.click(from)
    await user.paste(todayInStockholm())
    await press(user, 'Generera rapport')
    await waitFor(() => expect(problemOf(from)).toContain('Från-datumet kan inte ligga efter till-datumet'))
    expect(screen.queryByRole('region', { name: 'Rapport' })).toBeNull()
  })

  test('already reported rows are counted, with a link to the archive', async () => {
    await log()
    await log({ timeFrom: '12:00', timeTo: '13:00' })
    await h.as(technician).call(reports.mark, { params: { id: (await generated()).id } })
    await log()
    await openReport((await generated()).id)
    const link = await screen.findByRole('link', { name: '2 tidrader i perioden är redan rapporterade' })
    expect(link.getAttribute('href')).toBe('/backoffice/archive')
  })

  test('A-65: staff without an organization see why they cannot generate one', async () => {
    await openBackOffice(h, withoutOrganization, REPORTS)
    expect((await screen.findByRole('alert')).textContent).toBe('Du måste vara kopplad till en organisation')
    expect(screen.getByRole('button', { name: 'Generera rapport' }).getAttribute('aria-disabled')).toBe('true')
  })

  test('a failure shows its message', async () => {
    const fetch = meddling(h, ({ method, path }) =>
      method === 'POST' && path === '/api/reports' ? Promise.resolve(brokenAnswer()) : undefined,
    )
    const { user } = await openBackOffice(h, technician, REPORTS, { fetch })
    await press(user, 'Generera rapport')
    expect(await screen.findByText('Kunde inte generera rapport')).toBeTruthy()
    expect(await screen.findByText('Något gick fel hos oss')).toBeTruthy()
  })
})

describe('marking', () => {
  test('asks for confirmation, moves the rows to the archive, and cannot be repeated', async () => {
    await log()
    await log({ customerId: zenit.id })
    const { user } = await openReport((await generated()).id)
    await press(user, 'Markera rapporterade')
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(
      dialog.getByText('Vill du markera alla 2 tidrader som rapporterade och flytta dem till arkivet?'),
    ).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Markera rapporterade' }))
    expect(await screen.findByText('2 tidrader markerade som rapporterade')).toBeTruthy()
    expect(await screen.findByText('Rapporterad')).toBeTruthy()
    const button = screen.getByRole('button', { name: 'Markera rapporterade' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    const remaining = await h.as(technician).call(time.list, { query: {} })
    expect(remaining.total).toEqual({ rows: 0, minutes: 0 })
  })

  test('uses the singular for one row', async () => {
    await log()
    const { user } = await openReport((await generated()).id)
    expect(screen.getByText(/, 1 tidrad, 2,50 tim$/)).toBeTruthy()
    await press(user, 'Markera rapporterade')
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText('Vill du markera tidraden som rapporterad och flytta den till arkivet?')).toBeTruthy()
  })

  test('A-166: shows how many rows had been reported already or have changed since', async () => {
    const [first, second] = [await log(), await log({ customerId: zenit.id }), await log()]
    const { id } = await generated()
    await h.as(technician).call(time.remove, { params: { id: first.id } })
    await h.as(technician).call(reports.mark, { params: { id: (await generated({ customerId: zenit.id })).id } })
    expect(second.customer.name).toBe('Zenit AB')
    const { user } = await openReport(id)
    await confirm(user)
    expect(await screen.findByText('1 tidrad markerad som rapporterad')).toBeTruthy()
    expect(
      await screen.findByText(
        /1 var redan rapporterad\. 1 har ändrats sedan rapporten genererades och är inte markerad\. .* för den\./,
      ),
    ).toBeTruthy()
  })

  test('a failure shows its message, and marking can be retried', async () => {
    await log()
    let isBroken = true
    const fetch = meddling(h, ({ path }) =>
      path.endsWith('/mark') && isBroken ? Promise.resolve(brokenAnswer()) : undefined,
    )
    const { user } = await openReport((await generated()).id, { fetch })
    await confirm(user)
    expect(await screen.findByText('Kunde inte markera tidrader')).toBeTruthy()
    isBroken = false
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await confirm(user)
    expect(await screen.findByText('1 tidrad markerad som rapporterad')).toBeTruthy()
  })

  test('A-128: an empty report cannot be marked, exported or printed', async () => {
    const open = vi.spyOn(window, 'open')
    const { user } = await openReport((await generated()).id)
    expect(await screen.findByText('Inga tidrader i perioden')).toBeTruthy()
    await press(user, 'Markera rapporterade')
    expect(await screen.findByText('Ingen data att markera')).toBeTruthy()
    await press(user, 'Exportera CSV')
    expect(await screen.findByText('Ingen data att exportera')).toBeTruthy()
    await press(user, 'Exportera PDF')
    expect(open).not.toHaveBeenCalled()
  })
})

describe('exporting', () => {
  test('the CSV file is downloaded with the period in its name', async () => {
    await log({ description: 'Bytt switch' })
    const saved: { content?: Blob; name?: string } = {}
    Object.assign(URL, {
      createObjectURL: (content: Blob) => {
        saved.content = content
        return 'blob:x'
      },
      revokeObjectURL: () => undefined,
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.name = this.download
    })
    const { user } = await openReport((await generated()).id)
    await press(user, 'Exportera CSV')
    expect(await screen.findByText('CSV-fil exporterad')).toBeTruthy()
    expect(saved.name).toBe(`tidrapport_${lastMonth.from}_${lastMonth.to}.csv`)
    expect(await saved.content?.text()).toContain(
      `${lastMonth.from};Åkeriet AB;Tove Teknik;08:00;10:30;2,50;Bytt switch`,
    )
  })

  test('the print view opens in the click handler, without access to the opener', async () => {
    await log()
    const opened = { opener: window } as unknown as Window
    const open = vi.spyOn(window, 'open').mockReturnValue(opened)
    const { id } = await generated()
    const { user } = await openReport(id)
    await press(user, 'Exportera PDF')
    expect(open).toHaveBeenCalledWith(`/backoffice/reports/${id}/print`, '_blank')
    expect(opened.opener).toBeNull()
  })

  test('A-129: a window blocked by the browser is reported', async () => {
    await log()
    vi.spyOn(window, 'open').mockReturnValue(null)
    const { user } = await openReport((await generated()).id)
    await press(user, 'Exportera PDF')
    expect(await screen.findByText('Utskriftsfönstret blockerades')).toBeTruthy()
  })
})

describe('earlier reports', () => {
  test('an earlier report is opened unchanged', async () => {
    const entry = await log({ description: 'Bytt switch' })
    await generated({ customerId: akeriet.id })
    await h.as(technician).call(time.remove, { params: { id: entry.id } })
    const { user } = await openBackOffice(h, technician, REPORTS)
    const list = await screen.findByRole('table', { name: 'Tidigare rapporter' })
    await user.click(await within(list).findByRole('link', { name: `${lastMonth.from} – ${lastMonth.to}` }))
    expect(await screen.findByRole('row', { name: /Bytt switch/ })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Åkeriet AB' })).toBeTruthy()
  })

  test('a deleted report shows a message', async () => {
    const { id } = await generated()
    await h.test.superuser.query('delete from reports')
    await openBackOffice(h, technician, `${REPORTS}?report=${id}`)
    expect(await screen.findByText('Rapporten finns inte')).toBeTruthy()
  })

  test('a list that cannot be loaded shows an error, and the form above remains', async () => {
    let isBroken = true
    const fetch = meddling(h, ({ method, path }) =>
      method === 'GET' && path === '/api/reports' && isBroken ? Promise.resolve(brokenAnswer()) : undefined,
    )
    const { user } = await openBackOffice(h, technician, REPORTS, { fetch })
    expect((await screen.findByRole('alert')).textContent).toContain('Kunde inte hämta data')
    isBroken = false
    await press(user, 'Försök igen')
    expect(await screen.findByText('Inga tidigare rapporter')).toBeTruthy()
  })
})

describe('the print view', () => {
  test('A-126: has company, period and every row as text, even markup, and prints once rendered', async () => {
    const print = vi.fn()
    Object.assign(window, { print })
    await log({ description: '</title><script>alert(1)</script>', notes: 'internt' })
    await log({ customerId: zenit.id })
    const { id } = await generated()
    await openBackOffice(h, technician, `${REPORTS}/${id}/print`)
    expect(await screen.findByRole('heading', { name: 'Tidrapport' })).toBeTruthy()
    expect(screen.getByText('</title><script>alert(1)</script>')).toBeTruthy()
    expect(document.querySelector('script')).toBeNull()
    const rows = within(screen.getByRole('table', { name: 'Tidrader' }))
    expect(screen.getByText('Nordnät AB · 08-123 456 78')).toBeTruthy()
    expect(rows.getAllByRole('row')).toHaveLength(4)
    expect(screen.queryByText('internt')).toBeNull()
    expect(screen.queryByRole('navigation')).toBeNull()
    await waitFor(() => expect(document.title).toBe(`Tidrapport ${lastMonth.from} – ${lastMonth.to}`))
    expect(print).not.toHaveBeenCalled()
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  })

  test('for one customer there is no customer column, and always a sum per technician', async () => {
    Object.assign(window, { print: vi.fn() })
    await log({})
    await log({ customerId: zenit.id })
    const { id: ofOne } = await generated({ customerId: akeriet.id })
    await openBackOffice(h, technician, `${REPORTS}/${ofOne}/print`)
    const headers = async () =>
      within(await screen.findByRole('table', { name: 'Tidrader' }))
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent)
    expect(await headers()).toEqual(['Datum', 'Tekniker', 'Tid', 'Timmar', 'Beskrivning'])
    expect(screen.queryByRole('table', { name: 'Timmar per kund' })).toBeNull()
    const technicians = () => within(screen.getByRole('table', { name: 'Timmar per tekniker' })).getAllByRole('row')
    expect(technicians().map(({ textContent }) => textContent)).toContain('Tove Teknik12,50')
    await closeApp()

    const { id: ofAll } = await generated()
    await openBackOffice(h, technician, `${REPORTS}/${ofAll}/print`)
    expect(await headers()).toContain('Kund')
    expect(screen.getByRole('table', { name: 'Timmar per kund' })).toBeTruthy()
  })

  test('a report that does not exist shows an error and is not printed', async () => {
    const print = vi.fn()
    Object.assign(window, { print })
    const { id } = await generated()
    await h.test.superuser.query('delete from reports')
    await openBackOffice(h, technician, `${REPORTS}/${id}/print`)
    expect((await screen.findByRole('alert')).textContent).toContain('Rapporten finns inte')
    expect(print).not.toHaveBeenCalled()
  })
})
