// What the database's rules repeat of the program's constants, read out of the database. Each row names both places. A new
// value set or length in the schema needs a row here, or a place in the list of those that the program does not have.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  INCLUDED_MINUTES_MAX,
  SMALLEST_MINUTES_MAX,
  TERMS_NAME_MAX,
  VAT_PERCENT_MAX,
} from '#agreements/agreements.contract.ts'
import { lineKinds } from '#agreements/invoice-lines.rules.ts'
import { POT_MINUTES_MAX, POT_PRICE_MAX_ORE } from '#agreements/pots.contract.ts'
import { roundedBy, roundings } from '#agreements/terms.rules.ts'
import { linkLifetimes } from '#auth/lifetimes.rules.ts'
import { backupKinds } from '#backup/backup.contract.ts'
import { BASIS_QUESTION_MAX, BASIS_REASON_MAX, basisSources, basisStates } from '#bases/bases.contract.ts'
import { CONTACT_NOTE_MAX, CONTACT_TITLE_MAX } from '#customers/contacts.contract.ts'
import { customerVats } from '#customers/customers.contract.ts'
import { portalRightNames } from '#customers/portal-rights.rules.ts'
import { enquiryKinds, REPLY_MAX } from '#enquiries/enquiries.contract.ts'
import { ENQUIRY_TEXT_MAX } from '#enquiries/forms.contract.ts'
import {
  EQUIPMENT_MODEL_MAX,
  EQUIPMENT_NAME_MAX,
  EQUIPMENT_NOTE_MAX,
  EQUIPMENT_PLACE_MAX,
  EQUIPMENT_SERIAL_MAX,
  TICKET_EQUIPMENT_MAX,
} from '#equipment/equipment.contract.ts'
import {
  ATTACHED_FILES_MAX,
  CHUNK_BYTES,
  CHUNKS_MAX,
  FILE_MAX_BYTES,
  FILE_QUOTA_BYTES,
  FILE_QUOTA_GB,
  FINDING_MAX,
  fileStates,
  GB,
  mailSenders,
  PORTAL_FILES_PER_DAY,
  QUOTA_TOLD_PERCENT,
  STRANGER_BYTES_PER_DAY,
  STRANGER_FILE_MAX_BYTES,
  UNATTACHED_FILE_HOURS,
  UNATTACHED_FILES_MAX,
} from '#files/files.contract.ts'
import { FILE_NAME_MAX } from '#files/files.rules.ts'
import { FIRST_DAY, lastDay, TIME_ZONE } from '#lib/dates.rules.ts'
import { FOLDED_MAX } from '#lib/folded.rules.ts'
import { EMAIL_MAX, FULL_NAME_MAX, MAIL_KEPT_DAYS, PHONE_MAX } from '#lib/limits.rules.ts'
import { mailOutageReasons, OUTAGE_REFUSALS } from '#lib/mail-outage.rules.ts'
import { PRICE_MAX_ORE } from '#lib/money.rules.ts'
import { loginKinds, staffRoles } from '#lib/roles.rules.ts'
import { IDEMPOTENCY_KEY_LENGTH } from '#lib/server/idempotency.ts'
import { UNCLEAR_ATTEMPTS_MAX } from '#lib/server/mail-attempts.ts'
import { REFERENCES_MAX } from '#lib/server/mail-headers.ts'
import { SENT_LETTER_MAX, SENT_SUBJECT_MAX } from '#lib/server/sent-letters.ts'
import {
  BOUNCES_MAX,
  FOLDER_MAX,
  HOST_MAX,
  inboxReasons,
  MAILBOX_LOGIN_MAX,
  MICROSOFT_ID_MAX,
  mailboxKinds,
  mailboxTls,
  mailFates,
  TICKETS_PER_SENDER_AND_HOUR,
} from '#mailboxes/mailboxes.contract.ts'
import { senderProofs } from '#mailboxes/sender-proof.contract.ts'
import { REPEATED_MAIL_HOURS, senderRuleKinds } from '#mailboxes/sender-rules.contract.ts'
import { REPLY_TO_MAX } from '#mailboxes/server/reading/parse-mail.ts'
import { COMMENTS_PER_PERSON_AND_HOUR } from '#portal/portal.contract.ts'
import { rhythms } from '#recurring/recurrence.rules.ts'
import { REPORT_KEPT_DAYS } from '#reports/reports.contract.ts'
import { DEFAULT_PAYMENT_TERMS, FOUNDED } from '#settings/company.contract.ts'
import { dayChoices } from '#settings/opening-hours.rules.ts'
import { picturePlaces } from '#settings/picture.contract.ts'
import { LETTER_SUBJECT_MAX } from '#tickets/server/ticket-conversation.queries.ts'
import { ticketChangeFields } from '#tickets/ticket-changes.contract.ts'
import { TICKET_COPIES_MAX } from '#tickets/ticket-contacts.contract.ts'
import {
  activeStatuses,
  COMMENT_MAX,
  DESCRIPTION_MAX,
  priorities,
  statuses,
  TITLE_MAX,
} from '#tickets/tickets.contract.ts'
import { expenseKinds } from '#time/expense-kinds.rules.ts'
import { ARTICLE_MAX, EXPENSE_TEXT_MAX, QUANTITY_MAX_HUNDREDTHS, UNIT_MAX } from '#time/expenses.contract.ts'
import { TIME_TEXT_MAX } from '#time/time.contract.ts'
import { TIME_HOURS_MAX } from '#time/time.rules.ts'
import { canBeRut, timeKinds } from '#time/work-kinds.rules.ts'
import { aDatabase, type TestDatabase } from './testing/database.ts'
import { selectValue, wordsOf } from './testing/definitions.ts'

let t: TestDatabase
beforeAll(async () => {
  t = await aDatabase()
})
afterAll(() => t.drop())

const one = <T>(sql: string, ...values: unknown[]) => selectValue<T>(t, sql, ...values)
const constraint = (name: string) =>
  one<string>('select pg_get_constraintdef(oid) from pg_constraint where conname = $1', name)

const linkPurposes = Object.keys(linkLifetimes)
const valueSets: [constraint: string, home: string, values: readonly string[]][] = [
  ['bases_state_values', 'basisStates in bases.contract.ts', basisStates],
  ['basis_lines_kind_values', 'lineKinds in invoice-lines.rules.ts', lineKinds],
  ['basis_rows_source_values', 'basisSources in bases.contract.ts', basisSources],
  ['customers_vat_values', 'customerVats in customers.contract.ts', customerVats],
  ['terms_round_by_values', 'roundedBy in terms.rules.ts', roundedBy],
  ['company_facts_eves_values', 'dayChoices in opening-hours.rules.ts', dayChoices],
  ['company_facts_half_days_values', 'dayChoices in opening-hours.rules.ts', dayChoices],
  ['user_roles_role_values', 'staffRoles in roles.rules.ts', staffRoles],
  ['users_kind_values', 'loginKinds in roles.rules.ts', loginKinds],
  ['tickets_status_values', 'statuses in tickets.contract.ts', statuses],
  ['tickets_priority_values', 'priorities in tickets.contract.ts', priorities],
  ['ticket_changes_field_values', 'ticketChangeFields in ticket-changes.contract.ts', ticketChangeFields],
  ['recurring_tickets_every_values', 'rhythms in recurrence.rules.ts', rhythms],
  ['recurring_tickets_priority_values', 'priorities in tickets.contract.ts', priorities],
  ['time_entries_kind_values', 'workKinds in work-kinds.rules.ts', timeKinds],
  ['time_entries_rut_on_site', 'canBeRut in work-kinds.rules.ts', timeKinds.filter(canBeRut)],
  ['expenses_kind_values', 'expenseKindRows in expense-kinds.rules.ts', expenseKinds],
  ['enquiries_kind_values', 'enquiryKinds in enquiries.contract.ts', enquiryKinds],
  ['enquiries_proof_values', 'senderProofs in sender-proof.contract.ts', senderProofs],
  ['mailboxes_kind_values', 'mailboxKinds in mailboxes.contract.ts', mailboxKinds],
  ['mailboxes_tls_values', 'mailboxTls in mailboxes.contract.ts', mailboxTls],
  ['mail_messages_proof_values', 'senderProofs in sender-proof.contract.ts', senderProofs],
  ['sender_rules_rule_values', 'senderRuleKinds in sender-rules.contract.ts', senderRuleKinds],
  ['mail_messages_reason_values', 'inboxReasons in mailboxes.contract.ts', inboxReasons],
  ['mail_messages_fate_values', 'mailFates in mailboxes.contract.ts', mailFates],
  ['mail_outage_reason_values', 'mailOutageReasons in mail-outage.rules.ts', mailOutageReasons],
  ['files_state_values', 'fileStates in files.contract.ts', fileStates],
  ['files_mail_sender_values', 'mailSenders in files.contract.ts', mailSenders],
  ['company_pictures_place_values', 'picturePlaces in picture.contract.ts', picturePlaces],
  ['backups_kind_values', 'backupKinds in backup.contract.ts', backupKinds],
  ['one_time_tokens_purpose_values', 'linkLifetimes in lifetimes.rules.ts', linkPurposes],
  [
    'kept_mail_purpose_values',
    'linkLifetimes in lifetimes.rules.ts but the first administrator’s',
    linkPurposes.filter((purpose) => purpose !== 'first_admin'),
  ],
]

const lengths: [constraint: string, home: string, max: number][] = [
  ['tickets_title_length', 'TITLE_MAX in tickets.contract.ts', TITLE_MAX],
  ['tickets_description_length', 'DESCRIPTION_MAX in tickets.contract.ts', DESCRIPTION_MAX],
  ['recurring_tickets_title_length', 'TITLE_MAX in tickets.contract.ts', TITLE_MAX],
  ['recurring_tickets_description_length', 'DESCRIPTION_MAX in tickets.contract.ts', DESCRIPTION_MAX],
  ['ticket_comments_comment_length', 'COMMENT_MAX in tickets.contract.ts', COMMENT_MAX],
  ['ticket_comments_folded_length', 'FOLDED_MAX in folded.rules.ts', FOLDED_MAX],
  ['tickets_folded_length', 'FOLDED_MAX in folded.rules.ts', FOLDED_MAX],
  ['enquiries_folded_length', 'FOLDED_MAX in folded.rules.ts', FOLDED_MAX],
  ['enquiry_replies_folded_length', 'FOLDED_MAX in folded.rules.ts', FOLDED_MAX],
  ['ticket_drafts_comment_length', 'COMMENT_MAX in tickets.contract.ts', COMMENT_MAX],
  ['time_entries_description_length', 'TIME_TEXT_MAX in time.contract.ts', TIME_TEXT_MAX],
  ['time_entries_notes_length', 'TIME_TEXT_MAX in time.contract.ts', TIME_TEXT_MAX],
  ['enquiries_name_length', 'FULL_NAME_MAX in limits.rules.ts', FULL_NAME_MAX],
  ['enquiries_email_is_one_address', 'EMAIL_MAX in limits.rules.ts', EMAIL_MAX],
  ['enquiries_phone_length', 'PHONE_MAX in limits.rules.ts', PHONE_MAX],
  ['enquiries_message_length', 'ENQUIRY_TEXT_MAX in forms.contract.ts', ENQUIRY_TEXT_MAX],
  ['enquiry_replies_text_length', 'REPLY_MAX in enquiries.contract.ts', REPLY_MAX],
  ['contacts_name_length', 'FULL_NAME_MAX in limits.rules.ts', FULL_NAME_MAX],
  ['contacts_title_length', 'CONTACT_TITLE_MAX in contacts.contract.ts', CONTACT_TITLE_MAX],
  ['contacts_phone_length', 'PHONE_MAX in limits.rules.ts', PHONE_MAX],
  ['contacts_mobile_length', 'PHONE_MAX in limits.rules.ts', PHONE_MAX],
  ['contacts_email_length', 'EMAIL_MAX in limits.rules.ts', EMAIL_MAX],
  ['contacts_note_length', 'CONTACT_NOTE_MAX in contacts.contract.ts', CONTACT_NOTE_MAX],
  ['idempotency_keys_key_length', 'IDEMPOTENCY_KEY_LENGTH.max in idempotency.ts', IDEMPOTENCY_KEY_LENGTH.max],
  ['mail_handovers_unclear_limit', 'UNCLEAR_ATTEMPTS_MAX in mail-attempts.ts', UNCLEAR_ATTEMPTS_MAX],
  ['mail_outage_refusals_limit', 'OUTAGE_REFUSALS in mail-outage.rules.ts', OUTAGE_REFUSALS],
  ['equipment_name_length', 'EQUIPMENT_NAME_MAX in equipment.contract.ts', EQUIPMENT_NAME_MAX],
  ['equipment_model_length', 'EQUIPMENT_MODEL_MAX in equipment.contract.ts', EQUIPMENT_MODEL_MAX],
  ['equipment_serial_length', 'EQUIPMENT_SERIAL_MAX in equipment.contract.ts', EQUIPMENT_SERIAL_MAX],
  ['equipment_place_length', 'EQUIPMENT_PLACE_MAX in equipment.contract.ts', EQUIPMENT_PLACE_MAX],
  ['equipment_note_length', 'EQUIPMENT_NOTE_MAX in equipment.contract.ts', EQUIPMENT_NOTE_MAX],
  ['terms_name_length', 'TERMS_NAME_MAX in agreements.contract.ts', TERMS_NAME_MAX],
  ['terms_remote_range', 'PRICE_MAX_ORE in money.rules.ts', PRICE_MAX_ORE],
  ['terms_onsite_range', 'PRICE_MAX_ORE in money.rules.ts', PRICE_MAX_ORE],
  ['terms_duty_range', 'PRICE_MAX_ORE in money.rules.ts', PRICE_MAX_ORE],
  ['terms_start_fee_range', 'PRICE_MAX_ORE in money.rules.ts', PRICE_MAX_ORE],
  ['terms_smallest_range', 'SMALLEST_MINUTES_MAX in agreements.contract.ts', SMALLEST_MINUTES_MAX],
  ['terms_included_range', 'INCLUDED_MINUTES_MAX in agreements.contract.ts', INCLUDED_MINUTES_MAX],
  ['pots_minutes_range', 'POT_MINUTES_MAX in pots.contract.ts', POT_MINUTES_MAX],
  ['pots_price_range', 'POT_PRICE_MAX_ORE in pots.contract.ts', POT_PRICE_MAX_ORE],
  ['vat_rates_percent_range', 'VAT_PERCENT_MAX in agreements.contract.ts', VAT_PERCENT_MAX],
  ['time_entries_minutes_range', 'TIME_HOURS_MAX in time.rules.ts and an hour', (TIME_HOURS_MAX + 1) * 60 - 1],
  ['expenses_article_length', 'ARTICLE_MAX in expenses.contract.ts', ARTICLE_MAX],
  ['expenses_unit_length', 'UNIT_MAX in expenses.contract.ts', UNIT_MAX],
  ['expenses_description_length', 'EXPENSE_TEXT_MAX in expenses.contract.ts', EXPENSE_TEXT_MAX],
  ['expenses_price_range', 'PRICE_MAX_ORE in money.rules.ts', PRICE_MAX_ORE],
  ['bases_reason_length', 'BASIS_REASON_MAX in bases.contract.ts', BASIS_REASON_MAX],
  ['bases_approval_note_length', 'BASIS_REASON_MAX in bases.contract.ts', BASIS_REASON_MAX],
  ['basis_questions_question_length', 'BASIS_QUESTION_MAX in bases.contract.ts', BASIS_QUESTION_MAX],
  ['basis_questions_answer_length', 'BASIS_QUESTION_MAX in bases.contract.ts', BASIS_QUESTION_MAX],
  ['files_name_length', 'FILE_NAME_MAX in files.rules.ts', FILE_NAME_MAX],
  ['files_bytes_limit', 'FILE_MAX_BYTES in files.contract.ts', FILE_MAX_BYTES],
  ['files_reserved_bytes_limit', 'FILE_MAX_BYTES in files.contract.ts', FILE_MAX_BYTES],
  ['files_finding_length', 'FINDING_MAX in files.contract.ts', FINDING_MAX],
  ['file_chunks_content_limit', 'CHUNK_BYTES in files.contract.ts', CHUNK_BYTES],
  ['file_chunks_position_limit', 'CHUNKS_MAX in files.contract.ts, from 0', CHUNKS_MAX - 1],
  ['sender_rules_address_length', 'EMAIL_MAX in limits.rules.ts', EMAIL_MAX],
  ['mailboxes_address_is_one_address', 'EMAIL_MAX in limits.rules.ts', EMAIL_MAX],
  ['mailboxes_host_length', 'HOST_MAX in mailboxes.contract.ts', HOST_MAX],
  ['mailboxes_authserv_id_length', 'HOST_MAX in mailboxes.contract.ts', HOST_MAX],
  ['mailboxes_login_length', 'MAILBOX_LOGIN_MAX in mailboxes.contract.ts', MAILBOX_LOGIN_MAX],
  ['mailboxes_tenant_length', 'MICROSOFT_ID_MAX in mailboxes.contract.ts', MICROSOFT_ID_MAX],
  ['mailboxes_client_id_length', 'MICROSOFT_ID_MAX in mailboxes.contract.ts', MICROSOFT_ID_MAX],
  ['mailboxes_folder_length', 'FOLDER_MAX in mailboxes.contract.ts', FOLDER_MAX],
  ['mailboxes_done_folder_length', 'FOLDER_MAX in mailboxes.contract.ts', FOLDER_MAX],
  ['mail_messages_from_name_length', 'FULL_NAME_MAX in limits.rules.ts', FULL_NAME_MAX],
  ['mail_messages_from_address_length', 'EMAIL_MAX in limits.rules.ts', EMAIL_MAX],
  ['undelivered_mail_address_length', 'EMAIL_MAX in limits.rules.ts', EMAIL_MAX],
  ['enquiries_reply_to_are_addresses', 'REPLY_TO_MAX in parse-mail.ts', REPLY_TO_MAX],
  ['mail_addresses_address_length', 'EMAIL_MAX in limits.rules.ts', EMAIL_MAX],
  ['sent_letters_subject_length', 'SENT_SUBJECT_MAX in sent-letters.ts', SENT_SUBJECT_MAX],
  ['sent_letters_text_length', 'SENT_LETTER_MAX in sent-letters.ts', SENT_LETTER_MAX],
  ['ticket_mail_subjects_subject_length', 'LETTER_SUBJECT_MAX in ticket-conversation.queries.ts', LETTER_SUBJECT_MAX],
  ['mail_messages_reference_ids_count', 'REFERENCES_MAX in mail-headers.ts', REFERENCES_MAX],
  ['ticket_mail_counts_address_length', 'EMAIL_MAX in limits.rules.ts', EMAIL_MAX],
  ['mail_addresses_bounces_range', 'BOUNCES_MAX in mailboxes.contract.ts', BOUNCES_MAX],
  ['company_facts_founded_range', 'FOUNDED.latest in company.contract.ts', FOUNDED.latest],
]

const minima: [constraint: string, home: string, min: number][] = [
  ['idempotency_keys_key_length', 'IDEMPOTENCY_KEY_LENGTH.min in idempotency.ts', IDEMPOTENCY_KEY_LENGTH.min],
  ['company_facts_founded_range', 'FOUNDED.earliest in company.contract.ts', FOUNDED.earliest],
]

/** Keys that the program makes itself. */
const withoutConstant = [
  'portal_counts_counted_values',
  ...['form_counters_key_length', 'mail_handovers_job_length', 'mailboxes_failure_length'],
  ...[
    'mail_messages_fingerprint_length',
    'undelivered_mail_message_id_length',
    'sent_letters_message_id_length',
    'mail_messages_message_id_length',
    'mail_messages_subject_length',
  ],
]

const leapDay = '2028-02-29'
const expressions: [sql: string, home: string, value: unknown][] = [
  [
    'extract(hour from repeated_mail_within())::int',
    'REPEATED_MAIL_HOURS in sender-rules.contract.ts',
    REPEATED_MAIL_HOURS,
  ],
  ['extract(day from report_retention())::int', 'REPORT_KEPT_DAYS in reports.contract.ts', REPORT_KEPT_DAYS],
  ['extract(day from kept_mail_retention())::int', 'MAIL_KEPT_DAYS in limits.rules.ts', MAIL_KEPT_DAYS],
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
  ['file_quota_told_percent()', 'QUOTA_TOLD_PERCENT in files.contract.ts', QUOTA_TOLD_PERCENT],
  ['stranger_file_max()', 'STRANGER_FILE_MAX_BYTES in files.contract.ts', STRANGER_FILE_MAX_BYTES],
  ['stranger_bytes_per_day()', 'STRANGER_BYTES_PER_DAY in files.contract.ts', STRANGER_BYTES_PER_DAY],
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
    `(select (regexp_match(with_check, '/ \\(?(\\d+)'))[1]::int from pg_policies where with_check like '%stranger_file_max() /%')`,
    'CHUNK_BYTES in files.contract.ts',
    CHUNK_BYTES,
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
  ['to_json(active_ticket_statuses())', 'activeStatuses in tickets.contract.ts', activeStatuses],
]

test.each(valueSets)('%s has the values of %s', async (name, _home, values) => {
  expect(wordsOf(await constraint(name))).toEqual([...values])
})

test.each(lengths)('%s has the upper limit %s', async (name, _home, max) => {
  expect((await constraint(name)).match(/(?<=<= )\d+/g)).toEqual([String(max)])
})

test.each(minima)('%s has the lower limit %s', async (name, _home, min) => {
  expect((await constraint(name)).match(/(?<=>= )\d+/g)).toEqual([String(min)])
})

test.each(expressions)('%s in the database is %s', async (sql, _home, value) => {
  expect(await one(sql)).toEqual(value)
})

test('the default of organizations.payment_terms is DEFAULT_PAYMENT_TERMS in company.contract.ts', async () => {
  const column = `table_name = 'organizations' and column_name = 'payment_terms'`
  expect(await one(`select column_default from information_schema.columns where ${column}`)).toBe(
    `'${DEFAULT_PAYMENT_TERMS}'::text`,
  )
})

test('every check constraint says its rule in its name, and every value set and length is compared', async () => {
  const { rows } = await t.superuser.query<{ name: string }>(
    `select conname as name from pg_constraint where contype = 'c' and connamespace in ('stodpunkt'::regnamespace, 'auth'::regnamespace)`,
  )
  const names = rows.map(({ name }) => name)
  expect(names.filter((name) => /_check\d*$/.test(name))).toEqual([])
  const compared = new Set([...valueSets, ...lengths].map(([name]) => name).concat(withoutConstant))
  expect(names.filter((name) => /_(values|length|limit)$/.test(name) && !compared.has(name))).toEqual([])
})
