// What the triggers notify of, compared with what the program reads: it ignores a notification that it does not know.
import { expect, test } from 'vitest'
import { aDatabase } from '#platform/database/testing/database.ts'
import { subjectsIn } from '../testing/subjects.ts'
import { Notification } from './change-notifications.ts'

test('every subject that a trigger notifies of is read, and the other way round', async () => {
  const t = await aDatabase()
  const { rows } = await t.superuser.query<{ body: string }>(
    `select prosrc as body from pg_proc where prosrc like '%''live''%'`,
  )
  await t.drop()
  const sent = rows.flatMap(({ body }) => [...body.matchAll(/'about', '([\w-]+)'/g)].map(([, about = '']) => about))
  expect([...new Set(sent)].toSorted()).toEqual(subjectsIn(Notification).toSorted())
})
