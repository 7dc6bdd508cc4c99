// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { queryClient } from '#shared/web/query-client.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { portal } from '../portal.contract.ts'

let h: Harness
let anna: Person

beforeAll(async () => {
  h = await startHarness()
  anna = await h.aPortalUser(await h.aCustomer({ orgId: (await h.anOrganization()).id }))
  await givePassword(h, anna)
})
afterEach(closeApp)
afterAll(() => h.stop())

test('a text that the customer has sent from another tab is no longer offered, and the text here is saved', async () => {
  const { call } = h.as(anna)
  const { id } = await call(portal.create, { body: { title: 'WiFi nere', description: 'Ingen kontakt' } })
  const { user } = await openBackOffice(h, anna, `/customer-portal/tickets/${id}`)
  const field = await screen.findByLabelText<HTMLTextAreaElement>(/Skriv en kommentar/)
  await call(portal.saveDraft, { params: { id }, body: { comment: 'Text A' } })
  await user.type(field, 'Text B')
  expect(await screen.findByText(/Det finns en annan version av texten på servern/)).toBeTruthy()
  await call(portal.comment, { params: { id }, body: { comment: 'Text A' } })
  await act(() => queryClient.invalidateQueries({ queryKey: ['portal', 'thread', id] }))
  expect(await screen.findByText('Utkastet är sparat')).toBeTruthy()
  expect(screen.queryByText(/Det finns en annan version/)).toBeNull()
  expect([field.value, (await call(portal.draft, { params: { id } })).comment]).toEqual(['Text B', 'Text B'])
})
