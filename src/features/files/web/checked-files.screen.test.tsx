// @vitest-environment jsdom
// Files that the virus scanner has not found clean, on the screens of staff and customer.
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { EICAR } from '#app/cli/doctor/scanner-samples.ts'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { checkTasks, FILE_CHECK } from '../server/check-file.ts'
import { openClamd } from '../server/clamd.ts'
import { aScannerServer, judge, type ScannerServer } from '../testing/scanner-server.ts'

let scanner: ScannerServer
let h: Harness
let anna: Person
let customerId: string

beforeAll(async () => {
  // The server runs in this process, and its buffers are not jsdom's Uint8Array.
  Object.assign(globalThis, { Uint8Array: Object.getPrototypeOf(Buffer) })
  scanner = await aScannerServer()
  h = await startHarness({ clamdUrl: scanner.url })
  h.broker.listen()
  const { id: orgId } = await h.anOrganization()
  anna = await h.aTechnician({ orgId })
  customerId = (await h.aCustomer({ orgId, name: 'Kajens Café' })).id
  await givePassword(h, anna)
})
beforeEach(async () => {
  scanner.answer = judge
  await scanner.start()
})
afterEach(closeApp)
afterAll(async () => {
  await h.stop()
  await scanner.stop()
})

/** A ticket with a file that arrived while the scanner did not answer. */
async function aWaitingFile(content: Buffer, name = 'logg.txt') {
  const { id } = await h
    .as(anna)
    .call(tickets.create, { body: { title: 'WiFi nere', description: 'Inget nät', customerId } })
  await scanner.stop()
  const answer = await h.app.inject({
    method: 'POST',
    url: `/api/files?${new URLSearchParams({ name })}`,
    headers: { authorization: `Bearer ${anna.token}`, 'content-type': 'application/octet-stream' },
    payload: content,
  })
  const file = answer.json<{ id: string }>()
  await h
    .as(anna)
    .call(tickets.comment, { params: { id }, body: { comment: 'Se filen', isInternal: false, fileIds: [file.id] } })
  await scanner.start()
  return `/backoffice/tickets/${id}`
}

/** Runs the job as if the file had been sent some time ago. */
async function runJob() {
  await h.test.superuser.query(
    `update files set created_at = created_at - interval '2 minutes' where state = 'checking'`,
  )
  const tasks = checkTasks({ database: h.database, scanner: openClamd(scanner.url, 60_000), warn: () => undefined })
  await tasks[FILE_CHECK]?.({})
}

const shown = async () => within(await screen.findByRole('list', { name: 'Bifogade filer' }))

test('a file being checked has no button; once found clean it can be saved', async () => {
  await openBackOffice(h, anna, await aWaitingFile(Buffer.from('hej')))
  expect((await shown()).getByText('Kontrolleras för skadlig kod')).toBeTruthy()
  expect((await shown()).getByText('logg.txt')).toBeTruthy()
  expect((await shown()).queryByRole('button')).toBeNull()
  await runJob()
  expect(await (await shown()).findByRole('button', { name: 'Spara logg.txt' })).toBeTruthy()
  expect((await shown()).queryByText('Kontrolleras för skadlig kod')).toBeNull()
})

test('an infected file shows the finding, and one that cannot be checked shows why it is closed', async () => {
  await openBackOffice(h, anna, await aWaitingFile(EICAR))
  await runJob()
  expect(await (await shown()).findByText('Innehöll skadlig kod (Eicar-Test-Signature) och är borttagen')).toBeTruthy()
  await closeApp()
  await openBackOffice(h, anna, await aWaitingFile(Buffer.from([0x1f, 0x8b, 0])))
  await runJob()
  expect(await (await shown()).findByText('Kunde inte kontrolleras, så den går inte att öppna')).toBeTruthy()
  await waitFor(async () => expect((await shown()).queryByRole('button')).toBeNull())
})
