// What a person has typed when the network or the tab goes.
import { closeApp } from '#features/auth/testing/screen.tsx'
import { readSubjects, removeDeviceDrafts, storeOnDevice } from '#shared/web/device-drafts.ts'
import { setDraftOwner } from '#shared/web/draft-owner.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { lostConnection, meddling, openBackOffice } from './app.tsx'

/** Requests to create at `path` reach the server, but their responses are lost while `isLost`. */
export function withoutResponses(h: Harness, path: string) {
  const state = { isLost: true }
  const fetch = meddling(h, (seen, pass) =>
    state.isLost && seen.method === 'POST' && seen.path === path ? pass().then(lostConnection) : undefined,
  )
  return { state, fetch }
}

/** Opens the page as after a closed tab: its records are on the device, stored by a page that no longer exists. */
export async function reopenTab(h: Harness, person: Person, path: string, fetch: typeof globalThis.fetch) {
  const left = await readSubjects(person.userId, 'form:')
  await closeApp()
  setDraftOwner('nobody')
  await removeDeviceDrafts(person.userId)
  for (const { subject, draft } of left)
    await storeOnDevice(person.userId, subject, { ...draft, id: draft.id.replace(/^[^/]+/, 'closed') })
  return openBackOffice(h, person, path, { fetch })
}
