// Visitors with an address whose domain has å, ä or ö.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '#shared/testing/until.ts'
import { type MailJobs, startMailJobs } from '#tests/harness/mail-jobs.ts'
import { ContactForm, SupportForm } from '../forms.contract.ts'
import { contact, type FormSite, fault, startFormSite } from '../testing/form-site.ts'
import { formSchedule, formTasks } from './forms-mail.ts'

let site: FormSite
let mail: MailJobs
beforeAll(async () => {
  site = await startFormSite()
  mail = await startMailJobs(site.h, formTasks, { schedule: formSchedule })
  await site.q('update company_facts set email = $1 where org_id = $2', ['info@nordnat.se', site.orgId])
})
afterAll(async () => {
  await mail.stop()
  await site.stop()
})

const TYPED = 'info@åkeri.example'
const STORED = 'info@xn--keri-poa.example'

test('both forms accept it, composed or decomposed, and store it in ASCII', () => {
  for (const email of [TYPED, TYPED.normalize('NFD')]) {
    expect(ContactForm.shape.email.parse(email)).toBe(STORED)
    expect(SupportForm.shape.email.parse(email)).toBe(STORED)
  }
})

test.each([
  ['/kontakt', contact],
  ['/support', fault],
])('the receipt of %s goes to the ASCII form, and the company sees the Unicode form', async (path, fields) => {
  mail.mails.length = 0
  await site.empty()
  expect((await site.send(path, { ...fields, email: TYPED })).statusCode).toBe(303)
  await until(async () => expect(mail.mails).toHaveLength(2))
  const headers = mail.mails.map((sent) => sent.header('to') ?? '')
  expect(headers.some((to) => to.includes(STORED))).toBe(true)
  expect(mail.mails.find(({ to }) => to[0] === 'info@nordnat.se')?.text).toContain(`E-post: ${TYPED}`)
  expect((await site.q('select email from enquiries')).rows).toEqual([{ email: STORED }])
})
