// Check constraints that list the values of a set.
import { assuranceLevels, challengePurposes, factorStatuses, factorTypes } from '#features/auth/factors.rules.ts'
import { linkLifetimes } from '#features/auth/lifetimes.rules.ts'
import { vatClasses, workLineKinds } from '#features/billing/articles.rules.ts'
import { chargePeriods, chargeTimings } from '#features/billing/charges.rules.ts'
import { countedBys } from '#features/billing/counted.contract.ts'
import { invoiceBasisStates } from '#features/billing/invoice-bases.contract.ts'
import { invoiceBasisSources } from '#features/billing/invoice-basis-row.contract.ts'
import { lineKinds } from '#features/billing/invoice-lines.rules.ts'
import { roundedBy } from '#features/billing/terms.rules.ts'
import { dayChoices } from '#features/company/opening-hours.rules.ts'
import { picturePlaces } from '#features/company/picture.contract.ts'
import { countryCodes } from '#features/customers/countries.rules.ts'
import { customerVats, reverseReasons } from '#features/customers/customers.contract.ts'
import { fileStates, mailSenders } from '#features/files/files.contract.ts'
import { enquiryKinds } from '#features/inbox/enquiries.contract.ts'
import { inboxReasons, mailboxKinds, mailboxTls, mailOutcomes } from '#features/inbox/mailboxes.contract.ts'
import { senderRuleKinds } from '#features/inbox/sender-rules.contract.ts'
import { alarmEnds } from '#features/on-call/on-call.tables.ts'
import { bulkFields } from '#features/tickets/bulk.contract.ts'
import { answeredKinds } from '#features/tickets/recomputation.contract.ts'
import { frequencies } from '#features/tickets/recurrence.rules.ts'
import { senderAuthentications } from '#features/tickets/sender-authentication.contract.ts'
import { ticketChangeFields } from '#features/tickets/ticket-changes.contract.ts'
import { priorities, statuses } from '#features/tickets/tickets.contract.ts'
import { expenseKinds } from '#features/time/expense-kinds.rules.ts'
import { canBeRut, timeKinds } from '#features/time/work-kinds.rules.ts'
import { bellEvents } from '#features/users/notification-choices.rules.ts'
import { backupKinds } from '#platform/backup/backup.contract.ts'
import { keyScopes } from '#shared/api-key.rules.ts'
import { mailOutageReasons } from '#shared/mail-outage.rules.ts'
import { loginKinds, staffRoles } from '#shared/roles.rules.ts'

const linkPurposes = Object.keys(linkLifetimes)
export const valueSets: [constraint: string, home: string, values: readonly string[]][] = [
  ['invoice_bases_state_values', 'invoiceBasisStates in invoice-bases.contract.ts', invoiceBasisStates],
  ['invoice_basis_lines_kind_values', 'lineKinds in invoice-lines.rules.ts', lineKinds],
  ['invoice_basis_rows_source_values', 'invoiceBasisSources in invoice-basis-row.contract.ts', invoiceBasisSources],
  ['customers_vat_values', 'customerVats in customers.contract.ts', customerVats],
  ['customers_reverse_reason_values', 'reverseReasons in customers.contract.ts', reverseReasons],
  ['invoice_bases_reverse_reason_values', 'reverseReasons in customers.contract.ts', reverseReasons],
  ['billing_details_country_values', 'countryCodes in countries.rules.ts', countryCodes],
  ['articles_vat_class_values', 'vatClassRows in articles.rules.ts', vatClasses],
  ['free_lines_vat_class_values', 'vatClassRows in articles.rules.ts', vatClasses],
  ['work_articles_kind_values', 'workLineKinds in articles.rules.ts', workLineKinds],
  ['charges_period_values', 'chargePeriods in charges.rules.ts', chargePeriods],
  ['charges_timing_values', 'chargeTimings in charges.rules.ts', chargeTimings],
  ['charges_counted_by_values', 'countedBys in counted.contract.ts', countedBys],
  ['terms_round_by_values', 'roundedBy in terms.rules.ts', roundedBy],
  ['company_facts_eves_values', 'dayChoices in opening-hours.rules.ts', dayChoices],
  ['company_facts_half_days_values', 'dayChoices in opening-hours.rules.ts', dayChoices],
  ['user_roles_role_values', 'staffRoles in roles.rules.ts', staffRoles],
  ['users_kind_values', 'loginKinds in roles.rules.ts', loginKinds],
  ['api_keys_scopes_values', 'keyScopeTable in api-key.rules.ts', keyScopes],
  ['tickets_status_values', 'statuses in tickets.contract.ts', statuses],
  ['tickets_priority_values', 'priorities in tickets.contract.ts', priorities],
  ['ticket_changes_field_values', 'ticketChangeFields in ticket-changes.contract.ts', ticketChangeFields],
  ['bulk_changes_field_values', 'bulkFields in bulk.contract.ts', bulkFields],
  ['answer_recomputations_kind_values', 'answeredKinds in recomputation.contract.ts', answeredKinds],
  ['recurring_tickets_every_values', 'frequencies in recurrence.rules.ts', frequencies],
  ['recurring_tickets_priority_values', 'priorities in tickets.contract.ts', priorities],
  ['staff_notifications_event_values', 'bellEvents in notification-choices.rules.ts', bellEvents],
  ['on_call_alarms_ended_as_values', 'alarmEnds in on-call.tables.ts', alarmEnds],
  ['time_entries_kind_values', 'workKinds in work-kinds.rules.ts', timeKinds],
  ['time_entries_rut_on_site', 'canBeRut in work-kinds.rules.ts', timeKinds.filter(canBeRut)],
  ['expenses_kind_values', 'expenseKindRows in expense-kinds.rules.ts', expenseKinds],
  ['enquiries_kind_values', 'enquiryKinds in enquiries.contract.ts', enquiryKinds],
  [
    'enquiries_authentication_values',
    'senderAuthentications in sender-authentication.contract.ts',
    senderAuthentications,
  ],
  ['mailboxes_kind_values', 'mailboxKinds in mailboxes.contract.ts', mailboxKinds],
  ['mail_servers_tls_values', 'mailboxTls in mailboxes.contract.ts', mailboxTls],
  ['mailboxes_tls_values', 'mailboxTls in mailboxes.contract.ts', mailboxTls],
  [
    'mail_messages_authentication_values',
    'senderAuthentications in sender-authentication.contract.ts',
    senderAuthentications,
  ],
  ['sender_rules_rule_values', 'senderRuleKinds in sender-rules.contract.ts', senderRuleKinds],
  ['mail_messages_reason_values', 'inboxReasons in mailboxes.contract.ts', inboxReasons],
  ['mail_messages_outcome_values', 'mailOutcomes in mailboxes.contract.ts', mailOutcomes],
  ['mail_outage_reason_values', 'mailOutageReasons in mail-outage.rules.ts', mailOutageReasons],
  ['files_state_values', 'fileStates in files.contract.ts', fileStates],
  ['files_mail_sender_values', 'mailSenders in files.contract.ts', mailSenders],
  ['company_pictures_place_values', 'picturePlaces in picture.contract.ts', picturePlaces],
  ['backups_kind_values', 'backupKinds in backup.contract.ts', backupKinds],
  ['factors_type_values', 'factorTypes in factors.rules.ts', factorTypes],
  ['factors_status_values', 'factorStatuses in factors.rules.ts', factorStatuses],
  ['factor_challenges_purpose_values', 'challengePurposes in factors.rules.ts', challengePurposes],
  ['sessions_aal_values', 'assuranceLevels in factors.rules.ts', assuranceLevels],
  ['one_time_tokens_purpose_values', 'linkLifetimes in lifetimes.rules.ts', linkPurposes],
  [
    'stored_mail_purpose_values',
    'linkLifetimes in lifetimes.rules.ts but the first administrator’s',
    linkPurposes.filter((purpose) => purpose !== 'first_admin'),
  ],
]
