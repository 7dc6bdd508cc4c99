import { Clock, Pencil } from 'lucide-react'
import { Button } from '#lib/ui/button.tsx'
import { CheckboxInput } from '#lib/ui/checkbox.tsx'
import { ChipsInput } from '#lib/ui/chips.tsx'
import { TextAreaInput } from '#lib/ui/text-area.tsx'
import { TIME_TEXT_MAX } from '#time/time.contract.ts'
import { durations } from '#time/web/duration-choices.api.ts'
import { emptyTime, type TimeDraft } from './composer-draft.ts'

const choices = [{ value: '', label: 'Ingen' }, ...durations]

type Props = {
  /** Undefined until it is asked for. */
  time: TimeDraft | undefined
  onChange: (time: TimeDraft) => void
  ticketTitle: string
  error: string | undefined
  isDisabled: boolean
}

/** The time that is logged with an answer, behind one press. */
export function ComposerTime({ time, onChange, ticketTitle, error, isDisabled }: Props) {
  if (!time)
    return (
      <div>
        <Button size="sm" icon={Clock} onPress={() => onChange(emptyTime)} isDisabled={isDisabled}>
          Tid
        </Button>
      </div>
    )
  const change = (changed: Partial<TimeDraft>) => onChange({ ...time, ...changed })
  const { minutes, isOnSite } = time
  return (
    <section aria-label="Tid" className="flex flex-col gap-1">
      <ChipsInput
        label="Tid fram till nu"
        value={minutes}
        onChange={(value) => change({ minutes: value })}
        choices={choices}
        isDisabled={isDisabled}
        error={error}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <CheckboxInput
          label="På plats"
          value={isOnSite}
          onChange={(value) => change({ isOnSite: value })}
          isDisabled={isDisabled}
        />
        {minutes && time.description === undefined && (
          <Button
            size="sm"
            variant="quiet"
            icon={Pencil}
            onPress={() => change({ description: ticketTitle })}
            isDisabled={isDisabled}
          >
            Ändra tidradens text
          </Button>
        )}
      </div>
      {minutes && time.description !== undefined && (
        <TextAreaInput
          label="Tidradens text"
          hint="Utan text får tidraden ärendets titel"
          rows={1}
          maxLength={TIME_TEXT_MAX}
          value={time.description}
          onChange={(description) => change({ description })}
          isReadOnly={isDisabled}
        />
      )}
    </section>
  )
}
