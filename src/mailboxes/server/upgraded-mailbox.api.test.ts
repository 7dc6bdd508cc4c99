// What the migration that begins to judge addresses leaves of the mailboxes that there were.
import { expect, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { aMailboxScenario } from '#mailboxes/testing/mailbox-scenario.ts'
import { startHarness } from '#tests/harness/harness.ts'

const MIGRATION = '0082-judged-addresses-and-unread-mailboxes.sql'
const rolledBack = `
  drop trigger follow on mailboxes;
  drop trigger tell_alarm on mailboxes;
  drop trigger tell_removed on mailboxes;
  drop function follow_mailbox(), tell_mail_alarm(), unread_mailboxes();
  alter table mailboxes drop keeps_address, drop allowed_address, drop unread_since, drop unread_told_at;
  delete from migrations where name = '${MIGRATION}'`

test('A-493: of the mailboxes before the upgrade those that were read keep their address, and no later one does', async () => {
  const h = await startHarness()
  const s = await aMailboxScenario(h)
  const add = (address: string, seenAt: string | null) =>
    s.q(
      `insert into mailboxes (org_id, id, address, host, port, tls, login, secret, key_id, seen_at)
       select org_id, gen_random_uuid(), $2, '10.0.0.7', 143, 'starttls', 'x', 'x', key_id, $3 from mailboxes where id = $1`,
      ...[s.mailbox.id, address, seenAt],
    )
  await h.test.superuser.query(rolledBack)
  await add('last@nordnat.example', '2026-11-20')
  await add('aldrig@nordnat.example', null)
  expect(await migrate(h.test.superuser)).toEqual([MIGRATION])
  await add('ny@nordnat.example', '2026-11-20')
  const kept = await s.q('select address from mailboxes where keeps_address')
  expect(kept).toEqual([{ address: 'last@nordnat.example' }])
  await h.stop()
})
