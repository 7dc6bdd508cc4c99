import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { QueryKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { LiveEvent, PortalEvent } from '#platform/live/live.contract.ts'
import { subjectsIn } from '#platform/live/testing/subjects.ts'
import { portalKeysOf } from '#screens/portal/web/portal.api.ts'
import { keysOf } from './live-keys.ts'

/** Stands for any id; a date, because weeks are fetched by date. */
const ID = '2026-11-23'

const eventOf = (about: string) => ({
  about,
  ticketId: ID,
  enquiryId: ID,
  rowId: ID,
  customerId: ID,
  hasReported: true,
  ticketIds: null,
})
/** `everything` refetches all, without keys. */
const subjectsOf = (schema: typeof LiveEvent | typeof PortalEvent) =>
  subjectsIn(schema).filter((about) => about !== 'everything')
const staffKeys = (about: string) => keysOf.flatMap((keys) => keys(eventOf(about) as LiveEvent))
const portalKeys = (about: string) => portalKeysOf(eventOf(about) as PortalEvent)

test('after every event something is refetched', () => {
  const subjects = subjectsOf(LiveEvent)
  expect(subjects.length).toBeGreaterThan(5)
  expect(subjects.filter((about) => staffKeys(about).length === 0)).toEqual([])
})

test('a changed charge refetches the Dashboard, which lists bindings that end', () => {
  expect(staffKeys('agreement')).toContainEqual(['dashboard'])
})

test('a mail server that is set or removed refetches invoice bases, which say whom they reach', () => {
  expect(staffKeys('mail-alarm')).toContainEqual(['invoice-bases'])
})

/** Queries that no event refetches: only opening a screen and a change in the same browser do. */
const withoutEvent = [
  'accessLogQuery',
  'allApiKeysQuery',
  'apiQuery',
  'articleCheckQuery',
  'backupStatusQuery',
  'billingDetailsQuery',
  'brandQuery',
  'cannedAnswersQuery',
  'contactCheckQuery',
  'contactsQuery',
  'countCheckQuery',
  'customerNamesQuery',
  'customerQuery',
  'customersQuery',
  'draftQuery',
  'equipmentQuery',
  'equipmentTypesQuery',
  'existingCustomersQuery',
  'factorsQuery',
  'factsQuery',
  'fileUsageQuery',
  'firstHourQuery',
  'hoursQuery',
  'inboxMailQuery',
  'incomingMailQuery',
  'invoiceBasisRowsQuery',
  'mailServerQuery',
  'mailboxesQuery',
  'organizationQuery',
  'ownApiKeysQuery',
  'ownSessionsQuery',
  'ownSettingsQuery',
  'paletteQuery',
  'passkeysQuery',
  'portalDraftQuery',
  'previewQuery',
  'printInvoiceBasisQuery',
  'printQuery',
  'recipientsQuery',
  'recoveryCodesQuery',
  'reportRowsQuery',
  'securityQuery',
  'seenDaysQuery',
  'senderRulesQuery',
  'signInsQuery',
  'similarCustomersQuery',
  'storedMailQuery',
  'suggestionsQuery',
  'vaultStateQuery',
  'versionsQuery',
]

test('every query is refetched after an event, or is listed as one without', async () => {
  const root = join(import.meta.dirname, '../../../..')
  const modules = await Promise.all(
    globSync('src/**/*.api.ts', { cwd: root }).map((file) => import(pathToFileURL(join(root, file)).href)),
  )
  const queries = modules
    .flatMap((exports) =>
      Object.entries<{ queryKey: QueryKey } | ((...ids: string[]) => { queryKey: QueryKey })>(exports),
    )
    .filter(([name]) => name.endsWith('Query'))
    .map(([name, query]) => ({ name, key: (typeof query === 'function' ? query(ID, ID) : query).queryKey }))
  expect(queries.length).toBeGreaterThan(withoutEvent.length)
  const keys = [...subjectsOf(LiveEvent).flatMap(staffKeys), ...subjectsOf(PortalEvent).flatMap(portalKeys)]
  const isRefetched = (query: QueryKey) => keys.some((key) => key.every((part, index) => part === query[index]))
  const others = queries.filter(({ key }) => !isRefetched(key)).map(({ name }) => name)
  expect(others.toSorted()).toEqual(withoutEvent)
})
