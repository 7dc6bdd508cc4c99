// Check constraints with an upper or lower limit.
import { KEY_NAME_MAX } from '#features/api-keys/api-keys.contract.ts'
import { FACTOR_NAME_MAX } from '#features/auth/factors.rules.ts'
import {
  INCLUDED_MINUTES_MAX,
  SILENT_APPROVAL_DAYS_MAX,
  SMALLEST_MINUTES_MAX,
  TERMS_NAME_MAX,
  VAT_PERCENT_MAX,
} from '#features/billing/agreements.contract.ts'
import {
  ARTICLE_NAME_MAX,
  ARTICLE_NUMBER_MAX,
  ARTICLE_UNIT_MAX,
  VAT_REASON_MAX,
} from '#features/billing/articles.contract.ts'
import {
  CHARGE_HUNDREDTHS_MAX,
  CHARGE_NOTE_MAX,
  CHARGE_ORDER_NUMBER_MAX,
  CHARGE_TEXT_MAX,
  CHARGE_UNIT_MAX,
  NOTICE_MONTHS_MAX,
} from '#features/billing/charges.contract.ts'
import { WHOLE_POINTS } from '#features/billing/charges.rules.ts'
import { COUNTED_HUNDREDTHS_MAX } from '#features/billing/counted.contract.ts'
import {
  DISCOUNT_TEXT_MAX,
  FREE_LINE_HUNDREDTHS_MAX,
  FREE_LINE_TEXT_MAX,
  FREE_LINE_UNIT_MAX,
} from '#features/billing/discounts.contract.ts'
import { INVOICE_BASIS_QUESTION_MAX, INVOICE_BASIS_REASON_MAX } from '#features/billing/invoice-basis-input.contract.ts'
import { PREPAID_HOURS_MINUTES_MAX, PREPAID_HOURS_PRICE_MAX_ORE } from '#features/billing/prepaid-hours.contract.ts'
import { FOUNDED } from '#features/company/company.contract.ts'
import { ANSWER_MINUTES_MAX, SOLVE_MINUTES_MAX } from '#features/company/target-fields.rules.ts'
import {
  ORDER_NUMBER_MAX,
  PAYMENT_DAYS_MAX,
  POSTCODE_MAX,
  REFERENCE_MAX,
  STREET_MAX,
  TOWN_MAX,
} from '#features/customers/billing-details.contract.ts'
import { CONTACT_NOTE_MAX, CONTACT_TITLE_MAX } from '#features/customers/contacts.contract.ts'
import { COST_CENTRE_MAX, RECIPIENT_NAME_MAX } from '#features/customers/recipients.contract.ts'
import {
  EQUIPMENT_MODEL_MAX,
  EQUIPMENT_NAME_MAX,
  EQUIPMENT_NOTE_MAX,
  EQUIPMENT_PLACE_MAX,
  EQUIPMENT_SERIAL_MAX,
  EQUIPMENT_TYPE_MAX,
} from '#features/equipment/equipment.contract.ts'
import {
  ATTACHED_FILES_MAX,
  CHUNK_BYTES,
  CHUNKS_MAX,
  FILE_MAX_BYTES,
  FINDING_MAX,
} from '#features/files/files.contract.ts'
import { FILE_NAME_MAX } from '#features/files/files.rules.ts'
import { REPLY_COPIES_MAX, REPLY_MAX } from '#features/inbox/answers.contract.ts'
import { ENQUIRY_TEXT_MAX } from '#features/inbox/forms.contract.ts'
import {
  BOUNCES_MAX,
  FOLDER_MAX,
  HOST_MAX,
  MAILBOX_LOGIN_MAX,
  MICROSOFT_ID_MAX,
  READ_DAYS_MAX,
} from '#features/inbox/mailboxes.contract.ts'
import { REPLY_TO_MAX } from '#features/inbox/server/reading/parse-mail.ts'
import { ALARM_STEPS_MAX, ON_CALL_PEOPLE_MAX } from '#features/on-call/on-call.rules.ts'
import { CANNED_NAME_MAX, CANNED_TEXT_MAX } from '#features/tickets/canned-answers.contract.ts'
import { TICKET_MAIL_SUBJECT_MAX } from '#features/tickets/server/ticket-conversation.queries.ts'
import { TICKET_ORDER_NUMBER_MAX } from '#features/tickets/ticket-billing.contract.ts'
import { COMMENT_MAX } from '#features/tickets/ticket-comments.contract.ts'
import { DESCRIPTION_MAX, TITLE_MAX } from '#features/tickets/tickets.contract.ts'
import { VISIT_NOTE_MAX } from '#features/tickets/visits.contract.ts'
import { ARTICLE_MAX, EXPENSE_TEXT_MAX, UNIT_MAX } from '#features/time/expenses.contract.ts'
import { TIME_TEXT_MAX } from '#features/time/time.contract.ts'
import { TIME_HOURS_MAX } from '#features/time/time.rules.ts'
import { UNBILLED_REASON_MAX } from '#features/time/unbilled.contract.ts'
import { SIGNATURE_MAX } from '#features/users/own-settings.contract.ts'
import { READING_REASON_MAX } from '#features/vault/vault.contract.ts'
import { IDEMPOTENCY_KEY_LENGTH } from '#platform/http/idempotency.ts'
import { UNCLEAR_ATTEMPTS_MAX } from '#platform/mail/mail-attempts.ts'
import { REFERENCES_MAX } from '#platform/mail/mail-headers.ts'
import { SENT_SUBJECT_MAX, SENT_TEXT_MAX } from '#platform/mail/sent-mail.ts'
import { VIEW_NAME_MAX, VIEW_QUERY_MAX } from '#screens/ticket/ticket-views.contract.ts'
import { keyScopes } from '#shared/api-key.rules.ts'
import { FOLDED_MAX } from '#shared/folded.rules.ts'
import { ADDRESS_MAX, EMAIL_MAX, FULL_NAME_MAX, PHONE_MAX } from '#shared/limits.rules.ts'
import { OUTAGE_REFUSALS } from '#shared/mail-outage.rules.ts'
import { PRICE_MAX_ORE } from '#shared/money.rules.ts'

export const lengths: [constraint: string, home: string, max: number][] = [
  ['factors_friendly_name_length', 'FACTOR_NAME_MAX in factors.rules.ts', FACTOR_NAME_MAX],
  ['tickets_title_length', 'TITLE_MAX in tickets.contract.ts', TITLE_MAX],
  ['tickets_description_length', 'DESCRIPTION_MAX in tickets.contract.ts', DESCRIPTION_MAX],
  ['recurring_tickets_title_length', 'TITLE_MAX in tickets.contract.ts', TITLE_MAX],
  ['recurring_tickets_description_length', 'DESCRIPTION_MAX in tickets.contract.ts', DESCRIPTION_MAX],
  ['visits_note_length', 'VISIT_NOTE_MAX in visits.contract.ts', VISIT_NOTE_MAX],
  ['ticket_comments_comment_length', 'COMMENT_MAX in ticket-comments.contract.ts', COMMENT_MAX],
  ['ticket_comments_folded_length', 'FOLDED_MAX in folded.rules.ts', FOLDED_MAX],
  ['tickets_folded_length', 'FOLDED_MAX in folded.rules.ts', FOLDED_MAX],
  ['enquiries_folded_length', 'FOLDED_MAX in folded.rules.ts', FOLDED_MAX],
  ['enquiry_replies_folded_length', 'FOLDED_MAX in folded.rules.ts', FOLDED_MAX],
  ['ticket_drafts_comment_length', 'COMMENT_MAX in ticket-comments.contract.ts', COMMENT_MAX],
  ['time_entries_description_length', 'TIME_TEXT_MAX in time.contract.ts', TIME_TEXT_MAX],
  ['time_entries_notes_length', 'TIME_TEXT_MAX in time.contract.ts', TIME_TEXT_MAX],
  ['comment_mentions_name_length', 'FULL_NAME_MAX in limits.rules.ts', FULL_NAME_MAX],
  ['enquiries_name_length', 'FULL_NAME_MAX in limits.rules.ts', FULL_NAME_MAX],
  ['enquiries_email_is_one_address', 'EMAIL_MAX in limits.rules.ts', EMAIL_MAX],
  ['enquiries_phone_length', 'PHONE_MAX in limits.rules.ts', PHONE_MAX],
  ['enquiries_message_length', 'ENQUIRY_TEXT_MAX in forms.contract.ts', ENQUIRY_TEXT_MAX],
  ['enquiry_replies_text_length', 'REPLY_MAX in answers.contract.ts', REPLY_MAX],
  ['enquiry_replies_cc_are_addresses', 'REPLY_COPIES_MAX in answers.contract.ts', REPLY_COPIES_MAX],
  ['enquiry_forwards_sent_to_is_one_address', 'EMAIL_MAX in limits.rules.ts', EMAIL_MAX],
  ['enquiry_forwards_note_length', 'REPLY_MAX in answers.contract.ts', REPLY_MAX],
  ['enquiry_forwards_file_ids_limit', 'ATTACHED_FILES_MAX in files.contract.ts', ATTACHED_FILES_MAX],
  ['staff_settings_signature_length', 'SIGNATURE_MAX in own-settings.contract.ts', SIGNATURE_MAX],
  ['contacts_name_length', 'FULL_NAME_MAX in limits.rules.ts', FULL_NAME_MAX],
  ['contacts_title_length', 'CONTACT_TITLE_MAX in contacts.contract.ts', CONTACT_TITLE_MAX],
  ['contacts_phone_length', 'PHONE_MAX in limits.rules.ts', PHONE_MAX],
  ['contacts_mobile_length', 'PHONE_MAX in limits.rules.ts', PHONE_MAX],
  ['contacts_email_length', 'EMAIL_MAX in limits.rules.ts', EMAIL_MAX],
  ['contacts_note_length', 'CONTACT_NOTE_MAX in contacts.contract.ts', CONTACT_NOTE_MAX],
  ['billing_details_email_length', 'EMAIL_MAX in limits.rules.ts', EMAIL_MAX],
  ['billing_details_street_length', 'STREET_MAX in billing-details.contract.ts', STREET_MAX],
  ['billing_details_postcode_length', 'POSTCODE_MAX in billing-details.contract.ts', POSTCODE_MAX],
  ['billing_details_town_length', 'TOWN_MAX in billing-details.contract.ts', TOWN_MAX],
  ['billing_details_reference_length', 'REFERENCE_MAX in billing-details.contract.ts', REFERENCE_MAX],
  ['billing_details_order_number_length', 'ORDER_NUMBER_MAX in billing-details.contract.ts', ORDER_NUMBER_MAX],
  ['billing_details_payment_days_range', 'PAYMENT_DAYS_MAX in billing-details.contract.ts', PAYMENT_DAYS_MAX],
  ['invoice_recipients_name_length', 'RECIPIENT_NAME_MAX in recipients.contract.ts', RECIPIENT_NAME_MAX],
  ['invoice_recipients_address_length', 'ADDRESS_MAX in limits.rules.ts', ADDRESS_MAX],
  ['invoice_recipients_email_length', 'EMAIL_MAX in limits.rules.ts', EMAIL_MAX],
  ['invoice_recipients_reference_length', 'REFERENCE_MAX in billing-details.contract.ts', REFERENCE_MAX],
  ['invoice_recipients_cost_centre_length', 'COST_CENTRE_MAX in recipients.contract.ts', COST_CENTRE_MAX],
  ['idempotency_keys_key_length', 'IDEMPOTENCY_KEY_LENGTH.max in idempotency.ts', IDEMPOTENCY_KEY_LENGTH.max],
  ['mail_handovers_unclear_limit', 'UNCLEAR_ATTEMPTS_MAX in mail-attempts.ts', UNCLEAR_ATTEMPTS_MAX],
  ['mail_outage_refusals_limit', 'OUTAGE_REFUSALS in mail-outage.rules.ts', OUTAGE_REFUSALS],
  ['equipment_name_length', 'EQUIPMENT_NAME_MAX in equipment.contract.ts', EQUIPMENT_NAME_MAX],
  ['equipment_type_length', 'EQUIPMENT_TYPE_MAX in equipment.contract.ts', EQUIPMENT_TYPE_MAX],
  ['equipment_model_length', 'EQUIPMENT_MODEL_MAX in equipment.contract.ts', EQUIPMENT_MODEL_MAX],
  ['equipment_serial_length', 'EQUIPMENT_SERIAL_MAX in equipment.contract.ts', EQUIPMENT_SERIAL_MAX],
  ['equipment_place_length', 'EQUIPMENT_PLACE_MAX in equipment.contract.ts', EQUIPMENT_PLACE_MAX],
  ['equipment_note_length', 'EQUIPMENT_NOTE_MAX in equipment.contract.ts', EQUIPMENT_NOTE_MAX],
  ['ticket_views_name_length', 'VIEW_NAME_MAX in ticket-views.contract.ts', VIEW_NAME_MAX],
  ['ticket_views_query_length', 'VIEW_QUERY_MAX in ticket-views.contract.ts', VIEW_QUERY_MAX],
  ['canned_answers_name_length', 'CANNED_NAME_MAX in canned-answers.contract.ts', CANNED_NAME_MAX],
  ['canned_answers_text_length', 'CANNED_TEXT_MAX in canned-answers.contract.ts', CANNED_TEXT_MAX],
  ['on_call_days_position_range', 'ON_CALL_PEOPLE_MAX in on-call.rules.ts', ON_CALL_PEOPLE_MAX],
  ['on_call_alarms_steps_range', 'ALARM_STEPS_MAX in on-call.rules.ts', ALARM_STEPS_MAX],
  ['on_call_alarm_steps_step_range', 'ALARM_STEPS_MAX in on-call.rules.ts', ALARM_STEPS_MAX],
  ['terms_name_length', 'TERMS_NAME_MAX in agreements.contract.ts', TERMS_NAME_MAX],
  ['terms_remote_range', 'PRICE_MAX_ORE in money.rules.ts', PRICE_MAX_ORE],
  ['terms_onsite_range', 'PRICE_MAX_ORE in money.rules.ts', PRICE_MAX_ORE],
  ['terms_after_hours_range', 'PRICE_MAX_ORE in money.rules.ts', PRICE_MAX_ORE],
  ['terms_start_fee_range', 'PRICE_MAX_ORE in money.rules.ts', PRICE_MAX_ORE],
  ['terms_monthly_fee_range', 'PRICE_MAX_ORE in money.rules.ts', PRICE_MAX_ORE],
  ['agreements_monthly_fee_range', 'PRICE_MAX_ORE in money.rules.ts', PRICE_MAX_ORE],
  ['charges_text_length', 'CHARGE_TEXT_MAX in charges.contract.ts', CHARGE_TEXT_MAX],
  ['charges_unit_length', 'CHARGE_UNIT_MAX in charges.contract.ts', CHARGE_UNIT_MAX],
  ['charges_order_number_length', 'CHARGE_ORDER_NUMBER_MAX in charges.contract.ts', CHARGE_ORDER_NUMBER_MAX],
  ['tickets_order_number_length', 'TICKET_ORDER_NUMBER_MAX in ticket-billing.contract.ts', TICKET_ORDER_NUMBER_MAX],
  [
    'invoice_basis_lines_order_number_length',
    'CHARGE_ORDER_NUMBER_MAX in charges.contract.ts',
    CHARGE_ORDER_NUMBER_MAX,
  ],
  ['charges_note_length', 'CHARGE_NOTE_MAX in charges.contract.ts', CHARGE_NOTE_MAX],
  ['charges_counted_type_length', 'EQUIPMENT_TYPE_MAX in equipment.contract.ts', EQUIPMENT_TYPE_MAX],
  ['imported_counts_range', 'COUNTED_HUNDREDTHS_MAX in counted.contract.ts', COUNTED_HUNDREDTHS_MAX],
  ['charges_notice_range', 'NOTICE_MONTHS_MAX in charges.contract.ts', NOTICE_MONTHS_MAX],
  ['charge_quantities_range', 'CHARGE_HUNDREDTHS_MAX in charges.contract.ts', CHARGE_HUNDREDTHS_MAX],
  ['charge_prices_range', 'PRICE_MAX_ORE in money.rules.ts', PRICE_MAX_ORE],
  ['charge_discounts_points_range', 'WHOLE_POINTS in charges.rules.ts', WHOLE_POINTS],
  ['charge_discounts_amount_range', 'PRICE_MAX_ORE in money.rules.ts', PRICE_MAX_ORE],
  ['customer_discounts_points_range', 'WHOLE_POINTS in charges.rules.ts', WHOLE_POINTS],
  ['customer_discounts_amount_range', 'PRICE_MAX_ORE in money.rules.ts', PRICE_MAX_ORE],
  ['invoice_bases_discount_points_range', 'WHOLE_POINTS in charges.rules.ts', WHOLE_POINTS],
  ['invoice_bases_discount_ore_range', 'PRICE_MAX_ORE in money.rules.ts', PRICE_MAX_ORE],
  ['invoice_bases_discount_text_length', 'DISCOUNT_TEXT_MAX in discounts.contract.ts', DISCOUNT_TEXT_MAX],
  ['free_lines_text_length', 'FREE_LINE_TEXT_MAX in discounts.contract.ts', FREE_LINE_TEXT_MAX],
  ['free_lines_quantity_range', 'FREE_LINE_HUNDREDTHS_MAX in discounts.contract.ts', FREE_LINE_HUNDREDTHS_MAX],
  ['free_lines_unit_length', 'FREE_LINE_UNIT_MAX in discounts.contract.ts', FREE_LINE_UNIT_MAX],
  ['free_lines_price_range', 'PRICE_MAX_ORE in money.rules.ts', PRICE_MAX_ORE],
  ['free_lines_vat_reason_length', 'VAT_REASON_MAX in articles.contract.ts', VAT_REASON_MAX],
  ['time_entries_unbilled_reason_length', 'UNBILLED_REASON_MAX in unbilled.contract.ts', UNBILLED_REASON_MAX],
  ['expenses_unbilled_reason_length', 'UNBILLED_REASON_MAX in unbilled.contract.ts', UNBILLED_REASON_MAX],
  ['terms_smallest_range', 'SMALLEST_MINUTES_MAX in agreements.contract.ts', SMALLEST_MINUTES_MAX],
  ['terms_silent_approval_days_range', 'SILENT_APPROVAL_DAYS_MAX in agreements.contract.ts', SILENT_APPROVAL_DAYS_MAX],
  ['terms_included_range', 'INCLUDED_MINUTES_MAX in agreements.contract.ts', INCLUDED_MINUTES_MAX],
  ['prepaid_hours_minutes_range', 'PREPAID_HOURS_MINUTES_MAX in prepaid-hours.contract.ts', PREPAID_HOURS_MINUTES_MAX],
  [
    'prepaid_hours_price_range',
    'PREPAID_HOURS_PRICE_MAX_ORE in prepaid-hours.contract.ts',
    PREPAID_HOURS_PRICE_MAX_ORE,
  ],
  ['vat_rates_percent_range', 'VAT_PERCENT_MAX in agreements.contract.ts', VAT_PERCENT_MAX],
  ['audit_log_reason_length', 'READING_REASON_MAX in vault.contract.ts', READING_REASON_MAX],
  ['api_keys_name_length', 'KEY_NAME_MAX in api-keys.contract.ts', KEY_NAME_MAX],
  ['api_keys_scopes_some', 'keyScopes in api-key.rules.ts', keyScopes.length],
  ['articles_number_length', 'ARTICLE_NUMBER_MAX in articles.contract.ts', ARTICLE_NUMBER_MAX],
  ['articles_name_length', 'ARTICLE_NAME_MAX in articles.contract.ts', ARTICLE_NAME_MAX],
  ['articles_unit_length', 'ARTICLE_UNIT_MAX in articles.contract.ts', ARTICLE_UNIT_MAX],
  ['articles_vat_reason_length', 'VAT_REASON_MAX in articles.contract.ts', VAT_REASON_MAX],
  ['article_prices_range', 'PRICE_MAX_ORE in money.rules.ts', PRICE_MAX_ORE],
  ['time_entries_minutes_range', 'TIME_HOURS_MAX in time.rules.ts and an hour', (TIME_HOURS_MAX + 1) * 60 - 1],
  ['expenses_article_length', 'ARTICLE_MAX in expenses.contract.ts', ARTICLE_MAX],
  ['expenses_unit_length', 'UNIT_MAX in expenses.contract.ts', UNIT_MAX],
  ['expenses_description_length', 'EXPENSE_TEXT_MAX in expenses.contract.ts', EXPENSE_TEXT_MAX],
  ['expenses_price_range', 'PRICE_MAX_ORE in money.rules.ts', PRICE_MAX_ORE],
  [
    'invoice_bases_reason_length',
    'INVOICE_BASIS_REASON_MAX in invoice-basis-input.contract.ts',
    INVOICE_BASIS_REASON_MAX,
  ],
  [
    'invoice_bases_kept_reason_length',
    'INVOICE_BASIS_REASON_MAX in invoice-basis-input.contract.ts',
    INVOICE_BASIS_REASON_MAX,
  ],
  [
    'invoice_bases_approval_note_length',
    'INVOICE_BASIS_REASON_MAX in invoice-basis-input.contract.ts',
    INVOICE_BASIS_REASON_MAX,
  ],
  [
    'invoice_basis_questions_question_length',
    'INVOICE_BASIS_QUESTION_MAX in invoice-basis-input.contract.ts',
    INVOICE_BASIS_QUESTION_MAX,
  ],
  [
    'invoice_basis_questions_answer_length',
    'INVOICE_BASIS_QUESTION_MAX in invoice-basis-input.contract.ts',
    INVOICE_BASIS_QUESTION_MAX,
  ],
  ['files_name_length', 'FILE_NAME_MAX in files.rules.ts', FILE_NAME_MAX],
  ['files_bytes_limit', 'FILE_MAX_BYTES in files.contract.ts', FILE_MAX_BYTES],
  ['files_reserved_bytes_limit', 'FILE_MAX_BYTES in files.contract.ts', FILE_MAX_BYTES],
  ['files_finding_length', 'FINDING_MAX in files.contract.ts', FINDING_MAX],
  ['file_chunks_content_limit', 'CHUNK_BYTES in files.contract.ts', CHUNK_BYTES],
  ['file_chunks_position_limit', 'CHUNKS_MAX in files.contract.ts, from 0', CHUNKS_MAX - 1],
  ['sender_rules_address_length', 'EMAIL_MAX in limits.rules.ts', EMAIL_MAX],
  ['mail_servers_host_length', 'HOST_MAX in mailboxes.contract.ts', HOST_MAX],
  ['mail_servers_login_length', 'MAILBOX_LOGIN_MAX in mailboxes.contract.ts', MAILBOX_LOGIN_MAX],
  ['mail_servers_from_address_is_one_address', 'EMAIL_MAX in limits.rules.ts', EMAIL_MAX],
  ['mail_servers_from_name_length', 'FULL_NAME_MAX in limits.rules.ts', FULL_NAME_MAX],
  ['mailboxes_address_is_one_address', 'EMAIL_MAX in limits.rules.ts', EMAIL_MAX],
  ['mailboxes_host_length', 'HOST_MAX in mailboxes.contract.ts', HOST_MAX],
  ['mailboxes_authserv_id_length', 'HOST_MAX in mailboxes.contract.ts', HOST_MAX],
  ['mailboxes_login_length', 'MAILBOX_LOGIN_MAX in mailboxes.contract.ts', MAILBOX_LOGIN_MAX],
  ['mailboxes_tenant_length', 'MICROSOFT_ID_MAX in mailboxes.contract.ts', MICROSOFT_ID_MAX],
  ['mailboxes_client_id_length', 'MICROSOFT_ID_MAX in mailboxes.contract.ts', MICROSOFT_ID_MAX],
  ['mailboxes_folder_length', 'FOLDER_MAX in mailboxes.contract.ts', FOLDER_MAX],
  ['mailboxes_done_folder_length', 'FOLDER_MAX in mailboxes.contract.ts', FOLDER_MAX],
  ['mailboxes_read_days_range', 'READ_DAYS_MAX in mailboxes.contract.ts', READ_DAYS_MAX],
  ['mail_messages_from_name_length', 'FULL_NAME_MAX in limits.rules.ts', FULL_NAME_MAX],
  ['mail_messages_from_address_length', 'EMAIL_MAX in limits.rules.ts', EMAIL_MAX],
  ['undelivered_mail_address_length', 'EMAIL_MAX in limits.rules.ts', EMAIL_MAX],
  ['enquiries_reply_to_are_addresses', 'REPLY_TO_MAX in parse-mail.ts', REPLY_TO_MAX],
  ['mail_addresses_address_length', 'EMAIL_MAX in limits.rules.ts', EMAIL_MAX],
  ['sent_letters_subject_length', 'SENT_SUBJECT_MAX in sent-mail.ts', SENT_SUBJECT_MAX],
  ['sent_letters_text_length', 'SENT_TEXT_MAX in sent-mail.ts', SENT_TEXT_MAX],
  [
    'ticket_mail_subjects_subject_length',
    'TICKET_MAIL_SUBJECT_MAX in ticket-conversation.queries.ts',
    TICKET_MAIL_SUBJECT_MAX,
  ],
  ['mail_messages_reference_ids_count', 'REFERENCES_MAX in mail-headers.ts', REFERENCES_MAX],
  ['ticket_mail_counts_address_length', 'EMAIL_MAX in limits.rules.ts', EMAIL_MAX],
  ['visit_recipients_address_length', 'EMAIL_MAX in limits.rules.ts', EMAIL_MAX],
  ['mail_addresses_bounces_range', 'BOUNCES_MAX in mailboxes.contract.ts', BOUNCES_MAX],
  ['company_facts_founded_range', 'FOUNDED.latest in company.contract.ts', FOUNDED.latest],
  ['answer_minutes_range', 'ANSWER_MINUTES_MAX in target-fields.rules.ts', ANSWER_MINUTES_MAX],
  ['solve_minutes_range', 'SOLVE_MINUTES_MAX in target-fields.rules.ts', SOLVE_MINUTES_MAX],
]

export const minima: [constraint: string, home: string, min: number][] = [
  ['idempotency_keys_key_length', 'IDEMPOTENCY_KEY_LENGTH.min in idempotency.ts', IDEMPOTENCY_KEY_LENGTH.min],
  ['company_facts_founded_range', 'FOUNDED.earliest in company.contract.ts', FOUNDED.earliest],
]
