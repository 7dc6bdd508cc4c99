import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { formatNumber } from '../plural.rules.ts'
import { useScrollToCurrent } from './scroll-to-current.ts'

export type TabsProps<Key extends string> = {
  label: string
  /** Each content must have a focusable element; otherwise its panel would need a tab stop. */
  tabs: readonly { key: Key; label: string; count?: number | string | undefined; content: ReactNode }[]
  /** Undefined while `children` are shown instead of a tab's content. */
  selected: Key | undefined
  /** Keep the selection in the URL, so that the back button works. */
  onChange: (key: Key) => void
  children?: ReactNode
}

/** Native buttons with ARIA roles: React Aria's panel searches its content for focusable elements at each render. */
export function Tabs<Key extends string>({ label, tabs, selected, onChange, children }: TabsProps<Key>) {
  const id = useId()
  const row = useScrollToCurrent<HTMLDivElement>(selected ?? '')
  const shown = tabs.find(({ key }) => key === selected)
  return (
    <div className="flex flex-col gap-4">
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        onKeyDown={moveBetweenTabs}
        className="flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map(({ key, label: text, count }, index) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={key === selected}
            aria-controls={key === selected ? `${id}-panel` : undefined}
            tabIndex={key === selected || (selected === undefined && index === 0) ? 0 : -1}
            onClick={() => key !== selected && onChange(key)}
            className={`-mb-px flex cursor-pointer items-center gap-2 border-b-2 px-3 py-2 text-base font-medium whitespace-nowrap transition-colors hover:text-ink focus-visible:-outline-offset-2 max-sm:min-h-11 forced-colors:border-b-4 ${key === selected ? 'border-accent text-ink forced-colors:border-system-highlight' : 'border-transparent text-ink-soft forced-colors:border-system-canvas'}`}
          >
            {text}
            {count !== undefined && (
              <span
                className={`rounded-full px-1.5 text-xs leading-5 tabular-nums forced-colors:border ${key === selected ? 'bg-accent-soft text-accent-ink' : 'bg-sunken text-ink-soft'}`}
              >
                {typeof count === 'number' ? formatNumber(count) : count}
              </span>
            )}
          </button>
        ))}
      </div>
      {shown ? (
        <div key={selected} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
          {shown.content}
        </div>
      ) : (
        children
      )}
    </div>
  )
}

/** Arrow keys select the adjacent tab and wrap around; Home and End the first and last. */
function moveBetweenTabs(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = tabs.indexOf(event.target as HTMLElement)
  const indexOfKey: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }
  const next = indexOfKey[event.key]
  if (at < 0 || next === undefined) return
  event.preventDefault()
  const tab = tabs.at(next % tabs.length)
  tab?.focus()
  tab?.click()
}
