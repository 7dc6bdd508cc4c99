// Signing in to a mailbox at Microsoft 365: the token of an application, and XOAUTH2 with it.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeVaultKey, seal } from '#features/vault/server/envelope.ts'
import { vaultKeysOf } from '#features/vault/server/vault-keys.ts'
import { guardOfTests } from '#platform/http/testing/guard-of-tests.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { aMailboxScenario, type MailboxScenario } from '../../testing/mailbox-scenario.ts'
import { CLIENT_ID, CLIENT_SECRET, LOGIN, startMicrosoft, TENANT } from '../../testing/microsoft.ts'
import { examineHere } from '../reading/examine-here.ts'
import { rowOfSecret } from '../secret-row.ts'
import { tryMailbox } from '../try-mailbox.ts'

let h: Harness
let s: MailboxScenario
let microsoft: Awaited<ReturnType<typeof startMicrosoft>>
const key = makeVaultKey()
beforeAll(async () => {
  h = await startHarness()
  await h.test.superuser.query('insert into vault_keys (id) values ($1)', [key.id])
})
beforeEach(async () => {
  s = await aMailboxScenario(h)
  microsoft = await startMicrosoft()
})
afterEach(() => microsoft.stop())
afterAll(() => h.stop())

async function tried({ secret = CLIENT_SECRET, tenant = TENANT } = {}) {
  const { envelope, keyId } = seal(secret, rowOfSecret(s.mailbox), key)
  await s.q(
    `update mailboxes set kind = 'microsoft', port = $2, login = $3, tenant = $4, client_id = $5, secret = $6, key_id = $7
     where id = $1`,
    ...[s.mailbox.id, microsoft.port, LOGIN, tenant, CLIENT_ID, envelope, keyId],
  )
  const mailer = { send: async () => undefined }
  const parts = {
    database: h.database,
    vaultKeys: vaultKeysOf([key]),
    loginUrl: microsoft.loginUrl,
    mailer,
    threads: threadsOfTests,
    guard: guardOfTests(),
    isSendingMail: false,
  }
  return tryMailbox({ ...parts, examine: (raw, receiver) => examineHere(raw, receiver, async () => []) }, s.mailbox.id)
}

test('the application gets a token for Exchange with its secret, and signs in with it', async () => {
  expect(await tried()).toEqual({ problem: null, plus: null, mails: [], total: 0 })
  expect(microsoft.requests).toEqual([
    {
      grant_type: 'client_credentials',
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      scope: 'https://outlook.office365.com/.default',
      path: `/${TENANT}/oauth2/v2.0/token`,
      method: 'POST',
    },
  ])
  expect(microsoft.signIns).toHaveLength(1)
})

test.each([{ secret: 'fel' }, { tenant: 'okänd katalog' }])(
  'A-414: a refused application has a failure text without Microsoft’s response: %o',
  async (wrong) => {
    const { problem } = await tried(wrong)
    expect(problem).toBe('Microsoft godkände inte programmet. Kontrollera katalog-id, program-id och hemlighet.')
    expect(microsoft.signIns).toEqual([])
  },
)

test('an application that may not read the mailbox has another failure text than a wrong secret', async () => {
  microsoft.takePermission()
  expect((await tried()).problem).toBe(
    'Microsoft godkände programmet, men det får inte läsa brevlådan. Kontrollera adressen, Add-MailboxPermission och IMAP.AccessAsApp.',
  )
})

test('an unreachable Microsoft has its own failure text', async () => {
  const { loginUrl } = microsoft
  await microsoft.stop()
  microsoft = { ...(await startMicrosoft()), loginUrl }
  expect((await tried()).problem).toMatch(/^Det gick inte att nå Microsofts inloggning/)
})
