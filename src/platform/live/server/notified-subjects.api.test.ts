// Compares the subjects that triggers send with those that the program reads, as it ignores unknown notifications.
import { expect, test } from 'vitest'
import { aDatabase } from '#platform/database/testing/database.ts'
import { subjectsIn } from '../testing/subjects.ts'
import { Notification } from './change-notifications.ts'

test('triggers send exactly the subjects that the program reads', async () => {
  const t = await aDatabase()
  const { rows } = await t.superuser.query<{ body: string }>(
    `select prosrc as body from pg_proc where prosrc like '%announce(%' or prosrc like '%''live''%'`,
  )
  await t.drop()
  const sent = rows.flatMap(({ body }) => [...body.matchAll(/'about', '([\w-]+)'/g)].map(([, about = '']) => about))
  expect([...new Set(sent)].toSorted()).toEqual(subjectsIn(Notification).toSorted())
})
