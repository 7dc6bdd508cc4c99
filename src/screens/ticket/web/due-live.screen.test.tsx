// @vitest-environment jsdom
// When an answer is due on screens that are open while another process changes it.
import { screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { recomputeAnswers } from '#features/tickets/server/recompute-answers.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { portal } from '#screens/portal/portal.contract.ts'
import { formatDateTime } from '#shared/ui/format.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

let h: Harness
let other: Harness
let orgId: string
let technician: Person
let customerId: string
let login: Person

beforeAll(async () => {
  h = await startHarness()
  other = await startHarness({ on: h.test, tokens: h.tokens })
})
beforeEach(async () => {
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId })
  const customer = await h.aCustomer({ orgId })
  customerId = customer.id
  login = await h.aPortalUser(customer)
  await givePassword(h, technician)
})
afterEach(closeApp)
afterAll(async () => {
  await other.stop()
  await h.stop()
})

const get = (id: string) => other.as(technician).call(tickets.get, { params: { id } })

test.each([
  ['the list of tickets', () => '/backoffice/tickets'],
  ['Att göra', () => '/backoffice/tickets?view=todo'],
  ['the Dashboard', () => '/backoffice'],
  ['the customer’s page', () => `/backoffice/customers/${customerId}`],
])('%s follows a change of the ticket, and the job that computes anew', async (_, pathOf) => {
  const body = { title: 'WiFi nere', description: 'x', priority: 'normal' } as const
  const { id } = await h.as(login).call(portal.create, { body })
  const isShown = async () => {
    const { dueAt } = await get(id)
    const title = `Ska vara besvarat ${formatDateTime(dueAt ?? '')}`
    // Wide and narrow screens have an element each.
    await waitFor(() => expect(screen.getAllByTitle(title)).not.toHaveLength(0))
  }
  await openBackOffice(h, technician, pathOf())
  await isShown()
  const { version } = await get(id)
  await other.as(technician).call(tickets.change, { params: { id }, body: { priority: 'high', version } })
  await isShown()
  // Twice, as the events of the change may refetch once more after the first.
  for (const minutes of [180, 240]) {
    await h.test.superuser.query('update company_facts set high_answer_minutes = $2 where org_id = $1', [
      orgId,
      minutes,
    ])
    await recomputeAnswers(other.database, orgId)
    await isShown()
  }
})
