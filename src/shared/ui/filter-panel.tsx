import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type ReactNode, useDeferredValue, useId, useState } from 'react'
import { plural } from '../plural.rules.ts'
import { isPhone } from '../web/device.ts'

type Props = {
  /** Always visible: the search field, or the most used filter. */
  first: ReactNode
  /** How many of the filters in the panel are set. */
  activeCount: number
  /** An act beside the button of a phone. */
  action?: ReactNode
  children: ReactNode
}

/** The filters of a list: in a row, or on phones behind a button with the number of active filters. */
export function FilterPanel({ first, activeCount, action, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  // On a phone they are hidden at first, so they are rendered after the visible part.
  const isRendered = useDeferredValue(true, !isPhone())
  return (
    <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-end sm:gap-x-4">
      <div className="flex items-center gap-2 sm:contents">
        <div className="min-w-0 flex-1 sm:flex-none">{first}</div>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className={`inline-flex h-11 shrink-0 cursor-pointer items-center gap-2 rounded-sm border px-3 text-base font-medium sm:hidden ${isOpen || activeCount > 0 ? 'system-chosen border-primary bg-primary-soft text-primary-strong' : 'border-line-strong bg-surface text-ink'}`}
        >
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          Filter
          {activeCount > 0 && (
            <>
              <span
                aria-hidden="true"
                className="grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1.5 text-xs font-semibold text-on-primary tabular-nums"
              >
                {activeCount}
              </span>
              <span className="sr-only">({plural(activeCount, 'vald', 'valda')})</span>
            </>
          )}
        </button>
        {action}
      </div>
      <div id={id} className={`${isOpen ? 'grid' : 'max-sm:hidden'} grid-cols-2 gap-3 sm:contents`}>
        {isRendered && children}
      </div>
    </div>
  )
}
