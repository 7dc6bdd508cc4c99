// An alarm on a phone in the night: what to press is in sight.
import { aCustomer, inDatabase, signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Jouren AB' }, viewport: { width: 390, height: 844 } })

test('after thirty alarms ‘Jag tar den’ is in sight on a phone, also with all of them unfolded', async ({
  page,
  product,
}) => {
  const admin = await signedIn(product, product.admin)
  const { id: customerId } = await aCustomer(admin, 'Kajens Café')
  const body = { title: 'Kassan står still', description: 'Inget går att betala.', priority: 'urgent', customerId }
  const { id } = await admin.create('/api/tickets', body)
  await inDatabase(
    product,
    `with alarm as (
       insert into on_call_alarms (org_id, ticket_id, steps, next_at)
       select org_id, id, 30, now() + interval '50 minutes' from tickets where id = $1 returning org_id, id)
     insert into on_call_alarm_steps
     select alarm.org_id, alarm.id, step, profiles.id, now() - make_interval(mins => 10 * (30 - step))
     from alarm join profiles on profiles.org_id = alarm.org_id, generate_series(1, 30) step`,
    [id],
  )
  await admin.enter(page.context())
  await page.goto(`/backoffice/tickets/${id}`)
  const alarm = page.getByRole('region', { name: 'Larm' })
  const take = alarm.getByRole('button', { name: 'Jag tar den' })
  await expect(alarm.getByText(/^\d\d:\d\d larmades /)).toBeVisible()
  await expect(take).toBeInViewport({ ratio: 1 })
  await alarm.getByText('30 larm hittills').click()
  await expect(alarm.getByRole('listitem').first()).toBeVisible()
  await expect(take).toBeInViewport({ ratio: 1 })
  await take.click()
  await expect(alarm).toBeHidden()
})
