import { onConstraint } from '#platform/database/constraints.ts'
import { AppError, invalidField, notFound } from '#platform/http/app-error.ts'
import { OUT_OF_RANGE } from '#shared/dates.rules.ts'
import {
  LOCKED,
  RUT_IS_PRIVATE,
  RUT_ON_SITE,
  SAME_TIME,
  SKIPPED_TIME,
  TICKET_OF_OTHER_CUSTOMER,
} from '../time.contract.ts'
import { TIME_HOURS_MAX } from '../time.rules.ts'

/** Runs a statement that writes time; what the database refuses becomes an error at the field. */
export const withTimeErrors = <T>(statement: () => Promise<T>) =>
  onConstraint(
    {
      time_entries_not_empty: () => invalidField('timeTo', SAME_TIME),
      time_entries_work_date: () => invalidField('workDate', OUT_OF_RANGE),
      time_entries_from_exists: () => invalidField('timeFrom', SKIPPED_TIME),
      time_entries_to_exists: () => invalidField('timeTo', SKIPPED_TIME),
      time_entries_minutes_range: () =>
        invalidField('timeTo', `Tiden ska vara mellan 1 minut och ${TIME_HOURS_MAX} timmar`),
      time_entries_locked: () => new AppError(409, 'locked', LOCKED),
      time_entries_reported_kept: () => new AppError(409, 'locked', LOCKED),
      time_entries_ticket: () => invalidField('ticketId', TICKET_OF_OTHER_CUSTOMER),
      time_entries_rut_on_site: () => invalidField('isRut', RUT_ON_SITE),
      time_entries_rut_private: () => invalidField('isRut', RUT_IS_PRIVATE),
      time_entries_technician: () => notFound('Teknikern finns inte'),
      technician_is_active: () => invalidField('userId', 'Teknikern är inaktiv. Välj någon annan.'),
    },
    statement,
  )
