// Where the server would place the time of a comment, shown before the comment is sent.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { NOT_PLACED, TIMES_NEEDED, time as timeContract } from '#features/time/time.contract.ts'
import { endDateOf, instantsOf, timesText } from '#features/time/time.rules.ts'
import { addDays, isRepeatedTime, momentInStockholm, todayInStockholm } from '#shared/dates.rules.ts'
import { CheckboxInput } from '#shared/ui/checkbox-input.tsx'
import { TimeInput } from '#shared/ui/time-field.tsx'
import { call } from '#shared/web/call.ts'
import type { TimeDraft } from './composer-draft.ts'

type TypedSpan = NonNullable<TimeDraft['typed']>

const REFRESH_MS = 60_000

/** Where the work would be placed now. Not part of the draft, which would then be saved every minute. */
export const untilNowQuery = (ticketId: string, minutes: string) =>
  queryOptions({
    queryKey: ['time', 'until-now', ticketId, minutes],
    queryFn: ({ signal }) => call(timeContract.untilNow, { query: { minutes, ticketId } }, { signal }),
    staleTime: 0,
  })

type Props = {
  ticketId: string
  time: TimeDraft
  onChange: (changed: Partial<TimeDraft>) => void
  /** The span is the one that was sent. */
  isFixed: boolean
}

/** The proposed times, such as '09:10–10:40', or fields for from and to when the proposal needs them. */
export function ComposerSpan({ ticketId, time, onChange, isFixed }: Props) {
  const { minutes, typed } = time
  const { data } = useQuery({
    ...untilNowQuery(ticketId, minutes),
    refetchInterval: isFixed ? false : REFRESH_MS,
    enabled: !isFixed,
  })
  const proposal = isFixed ? time.proposal : data
  if (!proposal) return null
  if (!proposal.needsTimes)
    return (
      <p role="status" aria-label="När tiden läggs" className="text-sm text-ink-soft">
        {spanText(proposal)}
      </p>
    )
  const span: TypedSpan = typed ?? { workDate: todayInStockholm(), timeFrom: '', timeTo: '' }
  const type = (changed: Partial<typeof span>) => onChange({ typed: onLatestDay({ ...span, ...changed }) })
  return (
    <div>
      <p className="text-sm text-accent-ink">Du har redan tid fram till nu. {TIMES_NEEDED}.</p>
      <div className="flex gap-3">
        <TimeInput
          label="Från"
          value={span.timeFrom}
          onChange={(timeFrom) => type({ timeFrom })}
          isDisabled={isFixed}
        />
        <TimeInput label="Till" value={span.timeTo} onChange={(timeTo) => type({ timeTo })} isDisabled={isFixed} />
      </div>
      <RepeatedHour span={span} onChange={type} isDisabled={isFixed} />
    </div>
  )
}

type RepeatedProps = { span: TypedSpan; onChange: (changed: Partial<TypedSpan>) => void; isDisabled: boolean }

/** Which of the repeated hours in autumn a typed time belongs to; nothing on other nights. */
function RepeatedHour({ span, onChange, isDisabled }: RepeatedProps) {
  const { workDate, timeFrom, timeTo, fromIsFirst = false, toIsFirst = false } = span
  if (!instantsOf(span)) return null
  return (
    <div className="text-sm">
      {isRepeatedTime(workDate, timeFrom) && (
        <CheckboxInput
          label="Från är före omställningen (sommartid)"
          value={fromIsFirst}
          onChange={(isFirst) => onChange({ fromIsFirst: isFirst })}
          isDisabled={isDisabled}
        />
      )}
      {isRepeatedTime(endDateOf(span), timeTo) && (
        <CheckboxInput
          label="Till är före omställningen (sommartid)"
          value={toIsFirst}
          onChange={(isFirst) => onChange({ toIsFirst: isFirst })}
          isDisabled={isDisabled}
        />
      )}
    </div>
  )
}

/** The date is today's, or yesterday's for a time that is still ahead today. */
function onLatestDay(span: TypedSpan) {
  const [today = '', now = ''] = momentInStockholm(new Date()).split(' ')
  return { ...span, workDate: span.timeFrom > now ? addDays(today, -1) : today }
}

function spanText({ span, isMoved }: NonNullable<TimeDraft['proposal']>): string {
  if (!span) return `${NOT_PLACED}: du har redan tid fram till nu, och ingen lucka är lång nog.`
  return isMoved ? `${timesText(span)}, för du har redan tid fram till nu` : timesText(span)
}
