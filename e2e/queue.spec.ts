// A technician works the queue from the keyboard alone.
import type { Page } from '@playwright/test'
import { aCustomer, inDatabase, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Kön AB' }, viewport: { width: 1440, height: 900 } })

const TICKETS = 10
const MAILS = 2
const WANTED_KEYS = 8
const moveNewest =
  'update time_entries set work_date = work_date - 2 - $1::integer where work_date > current_date - 2 returning id'

test('two mails and ten tickets of the queue are answered, the tickets taken with 30 minutes each, five resolved and five waiting, without a mouse', async ({
  page,
  context,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Bergs Bageri')
  const made = await Promise.all(
    Array.from({ length: TICKETS }, (_, n) =>
      admin.create('/api/tickets', { title: `Ärende ${n + 1}`, description: 'x', customerId }),
    ),
  )
  await inDatabase(
    product,
    `insert into enquiries (org_id, id, kind, name, email, message)
     select org_id, gen_random_uuid(), 'contact', 'Vera ' || n, 'vera@kund.example', 'Hjälp.'
     from customers, generate_series(1, $2::int) n where id = $1 returning id`,
    [customerId, MAILS],
  )
  await admin.enter(context)
  await page.goto('/backoffice/tickets?view=todo')
  await expect(page.getByRole('table', { name: 'Att göra' }).getByRole('row')).toHaveCount(TICKETS + MAILS + 1)
  const keys = countedKeys(page)
  await keys.press('j', 'Enter')
  const opening = keys.taken()

  const perTicket: { keys: string[]; resolves: boolean }[] = []
  // Mails wait for us, and are therefore first.
  for (let n = 1; n <= MAILS; n++) {
    const heading = page.getByRole('heading', { level: 1, name: /^Vera \d$/ })
    const name = await heading.innerText()
    await expect(page.getByRole('textbox', { name: 'Svar', exact: true })).toBeVisible()
    await keys.press('a')
    await page.keyboard.type('Vi kommer i morgon.')
    await keys.chord('Control', 'Shift', 'Enter')
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toHaveCount(0)
    const pressed = keys.taken()
    process.stdout.write(`mail ${n}: ${pressed.length} keys (${pressed.join(' ')})\n`)
    expect(pressed.length).toBeLessThanOrEqual(WANTED_KEYS)
  }
  for (let n = 0; n < TICKETS; n++) {
    const resolves = n % 2 === 0
    const heading = page.getByRole('heading', { level: 1, name: /^Ärende \d+$/ })
    const title = await heading.innerText()
    await expect(page.getByRole('textbox', { name: 'Kommentar' })).toBeVisible()
    await keys.press('a')
    await page.keyboard.type(resolves ? 'Det är ordnat.' : 'Prova nu och hör av dig.')
    await keys.press('Tab', 'Enter', 'ArrowRight', 'ArrowRight')
    await expect(page.getByRole('radio', { name: '30 min' })).toBeChecked()
    if (resolves) await keys.chord('Control', 'Shift', 'Enter')
    else await keys.chord('Alt', 'Enter')
    if (n < TICKETS - 1) await expect(heading).not.toHaveText(title)
    perTicket.push({ keys: keys.taken(), resolves })
    // On a day of its own, as ten half hours until now would overlap.
    const moved = () => inDatabase(product, moveNewest, [n + 1])
    await expect.poll(async () => (await moved()).length).toBe(1)
  }
  expect((await admin.read('/api/enquiries?tab=done')).rows).toHaveLength(MAILS)
  await expect.poll(async () => (await admin.read('/api/time')).rows.length).toBe(TICKETS)
  const tickets = await Promise.all(made.map(({ id }) => admin.read(`/api/tickets/${id}/screen`)))
  expect(tickets.filter(({ ticket }) => ticket.status === 'resolved')).toHaveLength(TICKETS / 2)
  expect(tickets.filter(({ ticket }) => ticket.onHoldSince !== null)).toHaveLength(TICKETS / 2)
  for (const { ticket, time, thread } of tickets) {
    expect(ticket.assignee).not.toBeNull()
    expect(time.minutes).toBe(30)
    expect(thread.filter((entry: { kind: string }) => entry.kind === 'comment')).toHaveLength(1)
  }

  const told = perTicket.map(({ keys: pressed, resolves }, n) => {
    return `${n + 1} ${resolves ? 'resolved' : 'waiting'}: ${pressed.length} keys (${pressed.join(' ')})`
  })
  process.stdout.write(`${[`opening the first: ${opening.join(' ')}`, ...told].join('\n')}\n`)
  for (const { keys: pressed } of perTicket) expect(pressed.length).toBeLessThanOrEqual(WANTED_KEYS)
})

/** Presses keys and counts each, also the modifiers of a chord. */
function countedKeys(page: Page) {
  let pressed: string[] = []
  return {
    press: async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
      pressed.push(...keys)
    },
    chord: async (...keys: string[]) => {
      await page.keyboard.press(keys.join('+'))
      pressed.push(...keys)
    },
    taken: () => {
      const all = pressed
      pressed = []
      return all
    },
  }
}
