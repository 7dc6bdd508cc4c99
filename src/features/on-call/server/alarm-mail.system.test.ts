// The mail of an alarm: whoever is woken can ring without signing in.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertTerms } from '#features/billing/testing/terms.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { appUrl } from '#tests/harness/mail-jobs.ts'
import { type OnCallHarness, type OnCallScenario, startOnCallHarness } from '../testing/on-call-scenario.ts'

let harness: OnCallHarness
let s: OnCallScenario

beforeAll(async () => {
  harness = await startOnCallHarness()
})
beforeEach(async () => {
  await harness.settled()
  await harness.q('delete from on_call_alarms')
  harness.mails.length = 0
  s = await harness.aScenario()
})
afterAll(() => harness.stop())

const alarmMail = async () => {
  await harness.settled()
  return harness.mails.find(({ subject }) => subject.startsWith('Jour:'))
}
const report = (description: string) =>
  harness.h.as(s.kim).call(portal.create, { body: { title: 'Kassan', description, priority: 'urgent' } })
const contactOfKim = `(select contact_id from customer_users where user_id = $1)`

test('of a ticket has the customer, the person, their telephone numbers and what they wrote', async () => {
  const { q } = harness
  await q(`update customers set name = 'Kajens Café', phone = '08-123 456 78' where id = $1`, s.customer.id)
  await q(
    `update contacts set name = 'Kim Ek', mobile = '0701234567', phone = '08-765 43 21' where id = ${contactOfKim}`,
    s.kim.userId,
  )
  const { id, ticketNumber } = await report('Inget går att betala.\nKön växer.')
  expect(await alarmMail()).toMatchObject({
    to: [s.anna.email],
    subject: `Jour: Akut ärende #${ticketNumber} Kassan`,
    text: `Hej Anna,

Det här är akut och kom utanför öppettiderna:

Akut ärende #${ticketNumber} Kassan

Kajens Café
Kim Ek
Mobil: 070-123 45 67
Telefon: 08-765 43 21
Kundens telefon: 08-123 456 78

Inget går att betala.
Kön växer.

Öppna och tryck på Jag tar den:
${appUrl}/backoffice/tickets/${id}

Tar ingen den går larmet vidare om 10 minuter, så länge ni har stängt.

Nordnät AB
`,
  })
})

test('of a ticket says that there is no number, and quotes the beginning of a long description', async () => {
  const begins = `Kassan${' står'.repeat(198)} 🧾🧾🧾`
  await report(`${begins} still.`)
  const text = (await alarmMail())?.text ?? ''
  expect(text).toContain('\nVi har inget telefonnummer.\n')
  expect(text).toContain(`\n${begins} …\n`)
  expect(text).not.toContain('still')
})

test('of a form has its telephone number and message, and that nobody has checked the sender', async () => {
  await harness.q(
    insertTerms(
      `select '${s.orgId}'::uuid as org_id, gen_random_uuid() as id, 'Jour' as name, null::uuid as created_by`,
      { includesOnCall: true },
    ),
  )
  await harness.q(
    `insert into agreements select org_id, $2, '2026-01-01', id from terms where org_id = $1`,
    s.orgId,
    s.customer.id,
  )
  const id = await s.submit({ email: s.kim.email })
  expect((await alarmMail())?.text).toContain(`
Sofia Lind
Telefon: 070-123 45 67

Hej! Vi behöver hjälp med vårt trådlösa nät.

Ingen har kontrollerat vem avsändaren är.

Öppna och tryck på Jag tar den:
${appUrl}/backoffice/inbox/${id}
`)
})
