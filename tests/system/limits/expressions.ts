// Limits and lists in functions and other definitions.
import { KEYS_MAX, keyLifetimes } from '#features/api-keys/api-keys.contract.ts'
import { liveStates, unbilledStates } from '#features/billing/invoice-bases.contract.ts'
import { roundings } from '#features/billing/terms.rules.ts'
import { DEFAULT_ANSWER_MINUTES } from '#features/company/target-fields.rules.ts'
import { portalRightNames } from '#features/customers/portal-rights.rules.ts'
import { TICKET_EQUIPMENT_MAX } from '#features/equipment/equipment.contract.ts'
import {
  ANONYMOUS_BYTES_PER_DAY,
  ANONYMOUS_FILE_MAX_BYTES,
  ATTACHED_FILES_MAX,
  CHUNK_BYTES,
  FILE_QUOTA_BYTES,
  FILE_QUOTA_GB,
  GB,
  PORTAL_FILES_PER_DAY,
  QUOTA_NOTIFIED_PERCENT,
  UNATTACHED_FILE_HOURS,
  UNATTACHED_FILES_MAX,
} from '#features/files/files.contract.ts'
import { TICKETS_PER_SENDER_AND_HOUR } from '#features/inbox/mailboxes.contract.ts'
import { SEARCH_COUNT_MAX } from '#features/inbox/search-counts.contract.ts'
import { REPEATED_MAIL_HOURS } from '#features/inbox/sender-rules.contract.ts'
import { ON_CALL_STARTS } from '#features/on-call/on-call.rules.ts'
import { REPORT_STORED_DAYS } from '#features/reports/reports.contract.ts'
import { CANNED_MAX } from '#features/tickets/canned-answers.contract.ts'
import { TICKET_COPIES_MAX } from '#features/tickets/ticket-contacts.contract.ts'
import { activeStatuses, priorities, statuses } from '#features/tickets/tickets.contract.ts'
import { VISIT_HOURS_MAX, VISITS_PER_TICKET_MAX } from '#features/tickets/visits.contract.ts'
import { QUANTITY_MAX_HUNDREDTHS } from '#features/time/expenses.contract.ts'
import { COMMENTS_PER_PERSON_AND_HOUR } from '#screens/portal/portal.contract.ts'
import { VIEWS_MAX } from '#screens/ticket/ticket-views.contract.ts'
import { FIRST_DAY, lastDay, TIME_ZONE } from '#shared/dates.rules.ts'
import { MAIL_STORED_DAYS } from '#shared/limits.rules.ts'

const leapDay = '2028-02-29'
export const expressions: [sql: string, home: string, value: unknown][] = [
  [
    'extract(hour from repeated_mail_within())::int',
    'REPEATED_MAIL_HOURS in sender-rules.contract.ts',
    REPEATED_MAIL_HOURS,
  ],
  ['extract(day from report_retention())::int', 'REPORT_STORED_DAYS in reports.contract.ts', REPORT_STORED_DAYS],
  ['extract(day from stored_mail_retention())::int', 'MAIL_STORED_DAYS in limits.rules.ts', MAIL_STORED_DAYS],
  [
    'extract(hour from unattached_file_retention())::int',
    'UNATTACHED_FILE_HOURS in files.contract.ts',
    UNATTACHED_FILE_HOURS,
  ],
  ['portal_tickets_per_hour()', 'TICKETS_PER_SENDER_AND_HOUR in mailboxes.contract.ts', TICKETS_PER_SENDER_AND_HOUR],
  ['portal_comments_per_hour()', 'COMMENTS_PER_PERSON_AND_HOUR in portal.contract.ts', COMMENTS_PER_PERSON_AND_HOUR],
  ['portal_files_per_day()', 'PORTAL_FILES_PER_DAY in files.contract.ts', PORTAL_FILES_PER_DAY],
  ['attached_files_max()', 'ATTACHED_FILES_MAX in files.contract.ts', ATTACHED_FILES_MAX],
  ['unattached_files_max()', 'UNATTACHED_FILES_MAX in files.contract.ts', UNATTACHED_FILES_MAX],
  ['file_quota_notified_percent()', 'QUOTA_NOTIFIED_PERCENT in files.contract.ts', QUOTA_NOTIFIED_PERCENT],
  ['anonymous_file_max()', 'ANONYMOUS_FILE_MAX_BYTES in files.contract.ts', ANONYMOUS_FILE_MAX_BYTES],
  ['anonymous_bytes_per_day()', 'ANONYMOUS_BYTES_PER_DAY in files.contract.ts', ANONYMOUS_BYTES_PER_DAY],
  ['search_count_max()', 'SEARCH_COUNT_MAX in search-counts.contract.ts', SEARCH_COUNT_MAX],
  ['canned_answers_max()', 'CANNED_MAX in canned-answers.contract.ts', CANNED_MAX],
  ['api_keys_max()', 'KEYS_MAX in api-keys.contract.ts', KEYS_MAX],
  [
    `(select (regexp_match(pg_get_constraintdef(oid), '(\\d+):00:00'))[1]::int / 24 from pg_constraint
      where conname = 'api_keys_expires_within_a_year')`,
    'the last of keyLifetimes in api-keys.contract.ts',
    keyLifetimes.at(-1),
  ],
  ['ticket_views_max()', 'VIEWS_MAX in ticket-views.contract.ts', VIEWS_MAX],
  ['visits_per_ticket_max()', 'VISITS_PER_TICKET_MAX in visits.contract.ts', VISITS_PER_TICKET_MAX],
  [
    `(select (regexp_match(pg_get_constraintdef(oid), '(\\d+):00:00'))[1]::int from pg_constraint where conname = 'visits_hours_limit')`,
    'VISIT_HOURS_MAX in visits.contract.ts',
    VISIT_HOURS_MAX,
  ],
  ['ticket_watchers_max()', 'TICKET_COPIES_MAX in tickets.contract.ts', TICKET_COPIES_MAX],
  ['file_quota_max()::text', 'FILE_QUOTA_GB.max in files.contract.ts', String(FILE_QUOTA_GB.max * GB)],
  ['file_quota()::text', 'FILE_QUOTA_BYTES in files.contract.ts', String(FILE_QUOTA_BYTES)],
  ['ticket_equipment_max()', 'TICKET_EQUIPMENT_MAX in equipment.contract.ts', TICKET_EQUIPMENT_MAX],
  [
    `(select to_json(array(select m[1]::int from regexp_matches(pg_get_constraintdef(oid), '\\d+', 'g') m))
      from pg_constraint where conname = 'terms_round_to_minutes')`,
    'roundings in terms.rules.ts',
    roundings,
  ],
  [
    `(select (regexp_match(pg_get_constraintdef(oid), '<= \\((\\d+)\\)'))[1]::int * 100
      from pg_constraint where conname = 'expenses_quantity_range')`,
    'QUANTITY_MAX_HUNDREDTHS in expenses.contract.ts',
    QUANTITY_MAX_HUNDREDTHS,
  ],
  [
    `(select (regexp_match(with_check, '/ \\(?(\\d+)'))[1]::int from pg_policies where with_check like '%anonymous_file_max() /%')`,
    'CHUNK_BYTES in files.contract.ts',
    CHUNK_BYTES,
  ],
  ['left(on_call_starts()::text, 5)', 'ON_CALL_STARTS in on-call.rules.ts', ON_CALL_STARTS],
  [
    `(select json_object_agg(replace(initcap(replace(column_name, '_', ' ')), ' ', ''), column_default::int order by column_name)
      from information_schema.columns where table_name = 'company_facts' and column_name like '%answer_minutes')`,
    'DEFAULT_ANSWER_MINUTES in target-fields.rules.ts',
    Object.fromEntries(
      Object.entries(DEFAULT_ANSWER_MINUTES).map(([field, minutes]) => [
        field.charAt(0).toUpperCase() + field.slice(1),
        minutes,
      ]),
    ),
  ],
  ['business_time_zone()', 'TIME_ZONE in dates.rules.ts', TIME_ZONE],
  ['first_work_date()::text', 'FIRST_DAY in dates.rules.ts', FIRST_DAY],
  [`last_work_date('2026-11-21')::text`, 'lastDay() in dates.rules.ts', lastDay('2026-11-21')],
  [`last_work_date('${leapDay}')::text`, 'lastDay() in dates.rules.ts', lastDay(leapDay)],
  [
    `to_json(array(select p from unnest('{${priorities.toReversed().join(',')}}'::text[]) p order by priority_rank(p)))`,
    'priorities in tickets.contract.ts',
    priorities,
  ],
  [
    `to_json(array(select s from unnest('{${statuses.toReversed().join(',')}}'::text[]) s order by status_rank(s) desc))`,
    'statuses in tickets.contract.ts',
    statuses,
  ],
  [
    `to_json(array(select column_name::text from information_schema.column_privileges where table_name = 'customer_users'
      and grantee = 'stodpunkt_app' and privilege_type = 'UPDATE' and column_name <> 'version' order by 1))`,
    'portalRights in portal-rights.rules.ts',
    portalRightNames.map((right) => right.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)).toSorted(),
  ],
  [
    `(select to_json(array(select m[1] from regexp_matches(pg_get_indexdef('invoice_bases_one_live'::regclass), '''(\\w+)''', 'g') m)))`,
    'liveStates in invoice-bases.contract.ts',
    liveStates,
  ],
  [
    `(select to_json(array(select m[1] from regexp_matches(substring(prosrc from 'state in \\((.*?)\\)'), '''(\\w+)''', 'g') m))
      from pg_proc where proname = 'mark_invoice_bases')`,
    'unbilledStates in invoice-bases.contract.ts',
    unbilledStates,
  ],
  ['to_json(active_ticket_statuses())', 'activeStatuses in tickets.contract.ts', activeStatuses],
]
