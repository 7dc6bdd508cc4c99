import { useQuery } from '@tanstack/react-query'
import Clock from 'lucide-react/icons/clock'
import Pencil from 'lucide-react/icons/pencil'
import { useEffect, useRef, useState } from 'react'
import { customerQuery } from '#features/customers/web/customers.api.ts'
import type { TicketRow } from '#features/tickets/tickets.contract.ts'
import { TIME_TEXT_MAX } from '#features/time/time.contract.ts'
import { canBeRut } from '#features/time/work-kinds.rules.ts'
import { durations } from '#screens/time/web/duration-choices.ts'
import { WorkKindInput } from '#screens/time/web/work-kind-input.tsx'
import { Button } from '#shared/ui/button.tsx'
import { CheckboxInput } from '#shared/ui/checkbox-input.tsx'
import { ChipsInput } from '#shared/ui/chips.tsx'
import { TextAreaInput } from '#shared/ui/text-area.tsx'
import { emptyTime, type TimeDraft } from './composer-draft.ts'
import { ComposerSpan } from './composer-span.tsx'

const choices = [{ value: '', label: 'Ingen' }, ...durations]

type Props = {
  /** Undefined until the user opens it. */
  time: TimeDraft | undefined
  onChange: (time: TimeDraft | undefined) => void
  ticket: Pick<TicketRow, 'id' | 'title' | 'customer'>
  error: string | undefined
  isDisabled: boolean
}

/** The time logged with a comment, behind a button that opens and closes it; closing does not lose the values. */
export function ComposerTime({ time, onChange, ...props }: Props) {
  const [isAsked, setIsAsked] = useState(false)
  const isShown = time !== undefined && !time.isPutAway
  const toggle = () => {
    setIsAsked(!isShown)
    onChange(isShown && !time.minutes ? undefined : { ...(time ?? emptyTime), isPutAway: isShown })
  }
  return (
    <>
      <div>
        <Button size="sm" icon={Clock} onPress={toggle} isExpanded={isShown} isDisabled={props.isDisabled}>
          Tid
        </Button>
      </div>
      {isShown && <TimeFields {...props} time={time} onChange={onChange} isAsked={isAsked} />}
    </>
  )
}

type FieldsProps = Omit<Props, 'time'> & {
  time: TimeDraft
  /** Opened by a press and not by a restored draft, so it takes the focus. */
  isAsked: boolean
}

function TimeFields({ time, onChange, ticket, error, isDisabled, isAsked }: FieldsProps) {
  const chip = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isAsked) chip.current?.focus()
  }, [isAsked])
  const change = (changed: Partial<TimeDraft>) => onChange({ ...time, ...changed })
  const { minutes } = time
  return (
    <section aria-label="Tid" className="order-last flex w-full flex-col gap-1">
      <ChipsInput
        label="Tid fram till nu"
        value={minutes}
        onChange={(value) => change({ minutes: value, proposal: undefined, typed: undefined, isTried: undefined })}
        choices={choices}
        isDisabled={isDisabled}
        error={error}
        chipRef={chip}
      />
      {minutes && (
        <ComposerSpan
          ticketId={ticket.id}
          time={time}
          onChange={change}
          isFixed={isDisabled || (time.isTried === true && !error)}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <PlaceInputs customerId={ticket.customer.id} time={time} onChange={change} isDisabled={isDisabled} />
        {minutes && time.description === undefined && (
          <Button
            size="sm"
            variant="quiet"
            icon={Pencil}
            onPress={() => change({ description: ticket.title })}
            isDisabled={isDisabled}
          >
            Ändra tidradens text
          </Button>
        )}
      </div>
      {minutes && <WorkText time={time} onChange={change} isDisabled={isDisabled} />}
    </section>
  )
}

type ChangeProps = { time: TimeDraft; onChange: (changed: Partial<TimeDraft>) => void; isDisabled: boolean }

/** Where the work was done; work on site at a private customer may be RUT. */
function PlaceInputs({ customerId, time, onChange, isDisabled }: ChangeProps & { customerId: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-5">
      <WorkKindInput value={time.kind} onChange={(kind) => onChange({ kind, isRut: false })} isDisabled={isDisabled} />
      {canBeRut(time.kind) && (
        <RutInput
          customerId={customerId}
          value={time.isRut}
          onChange={(isRut) => onChange({ isRut })}
          isDisabled={isDisabled}
        />
      )}
    </div>
  )
}

/** The text of the time entry, when it shall differ from the title of the ticket. */
function WorkText({ time: { description }, onChange, isDisabled }: ChangeProps) {
  if (description === undefined) return null
  return (
    <TextAreaInput
      label="Tidradens text"
      hint="Utan text får tidraden ärendets titel"
      rows={1}
      maxLength={TIME_TEXT_MAX}
      value={description}
      onChange={(changed) => onChange({ description: changed })}
      isReadOnly={isDisabled}
    />
  )
}

type RutProps = { customerId: string; value: boolean; onChange: (isRut: boolean) => void; isDisabled: boolean }

/**
 * For a private customer. A mark remains visible after the customer has become a company, so that it can be removed.
 */
function RutInput({ customerId, value, onChange, isDisabled }: RutProps) {
  const { data } = useQuery(customerQuery(customerId))
  if (!value && !data?.isPrivate) return null
  return <CheckboxInput label="RUT-arbete" value={value} onChange={onChange} isDisabled={isDisabled} />
}
