// A visitor's picture while the database has no free connection.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { holdConnection } from '#platform/database/testing/held-connection.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { aPng } from '../testing/sample-pictures.ts'
import { receiveAnonymousPicture } from './anonymous-pictures.queries.ts'

let h: Harness
let narrow: Database
beforeAll(async () => {
  h = await startHarness()
  narrow = openDatabase({ ...h.test.connection, max: 1, waitTimeoutMs: 300 })
})
afterAll(async () => {
  await narrow.close()
  await h.stop()
})

test('is left out, so that the text of its form does not fail with it', async () => {
  const { id: orgId } = await h.anOrganization()
  const png = await aPng()
  async function* content() {
    yield png
  }
  const receive = () => receiveAnonymousPicture({ database: narrow }, orgId, { name: 'bild.png', content: content() })
  const release = await holdConnection(narrow)
  expect(await receive()).toBeUndefined()
  await release()
  expect(await receive()).toMatchObject({ type: 'image/png', bytes: png.length })
})
