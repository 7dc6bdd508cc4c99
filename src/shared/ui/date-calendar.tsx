import { parseDate as toCalendarDate } from '@internationalized/date'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { RefObject } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Popover } from 'react-aria-components/Popover'
import { popoverClass } from './choice.ts'
import { formatLongDate, formatWeek } from './format.ts'
import { useFocusReturn } from './lost-focus.ts'

const stepClass =
  'grid size-8 cursor-pointer place-items-center rounded-sm text-ink-soft hover:bg-hover hover:text-ink disabled:text-ink-faint max-sm:size-10'

type Props = {
  label: string
  /** 'yyyy-mm-dd', or '' while there is no valid date. */
  value: string
  onPick: (date: string) => void
  onClose: () => void
  buttonRef: RefObject<Element | null>
}

/** The calendar of a date field; loaded when its button is hovered or focused. */
export function DateCalendar({ label, value, onPick, onClose, buttonRef }: Props) {
  const pick = (date: string) => {
    onPick(date)
    onClose()
  }
  return (
    <Popover
      isOpen
      onOpenChange={onClose}
      triggerRef={buttonRef}
      placement="bottom end"
      offset={4}
      className={popoverClass}
    >
      <Dialog aria-label={label} className="h-88 w-76 p-3 outline-none max-sm:h-92">
        <FocusReturn />
        <Calendar
          aria-label={label}
          value={value ? toCalendarDate(value) : null}
          onChange={(date) => pick(date.toString())}
          autoFocus
          className="flex h-full flex-col"
          firstDayOfWeek="mon"
        >
          <MonthHead />
          <Days />
          <p className="border-t border-line pt-2 text-sm text-ink-soft">
            {value ? `${formatLongDate(value)}, ${formatWeek(value)}` : 'Välj en dag'}
          </p>
        </Calendar>
      </Dialog>
    </Popover>
  )
}

/** The month, between the steps to the one before and the next. */
const MonthHead = () => (
  <header className="flex items-center justify-between pb-2">
    <Button slot="previous" className={stepClass}>
      <ChevronLeft aria-hidden="true" className="size-4.5" />
    </Button>
    <Heading className="text-base font-semibold first-letter:uppercase" />
    <Button slot="next" className={stepClass}>
      <ChevronRight aria-hidden="true" className="size-4.5" />
    </Button>
  </header>
)

const Days = () => (
  <CalendarGrid weekdayStyle="short" className="w-full flex-1 border-separate border-spacing-0.5">
    <CalendarGridHeader>
      {(day) => <CalendarHeaderCell className="pb-1 text-xs font-medium text-ink-faint">{day}</CalendarHeaderCell>}
    </CalendarGridHeader>
    <CalendarGridBody>
      {(date) => (
        <CalendarCell
          date={date}
          className={({ isToday }) =>
            `mx-auto grid size-9 cursor-pointer place-items-center rounded-sm text-base tabular-nums hover:bg-primary-soft disabled:text-ink-faint selected:bg-primary selected:font-semibold selected:text-on-primary selected:system-chosen forced-colors:disabled:text-system-gray outside-month:invisible ${isToday ? 'font-semibold ring-1 ring-accent ring-inset forced-colors:border forced-colors:underline' : ''}`
          }
        />
      )}
    </CalendarGridBody>
  </CalendarGrid>
)

const FocusReturn = () => <span ref={useFocusReturn<HTMLSpanElement>()} hidden />
