import { Check } from 'lucide-react'
import { type ReactNode, use, useDeferredValue } from 'react'
import { ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { SelectStateContext } from 'react-aria-components/Select'

/** One thing to choose; `detail` is a second, quieter line. */
export type Choice = { value: string; label: string; detail?: string | undefined }

export const popoverClass =
  'min-w-(--trigger-width) rounded-md border border-line bg-raised shadow-high animate-fade placement-top:origin-bottom'
export const listClass = 'max-h-80 overflow-y-auto p-1 outline-none'
export const listItemClass =
  'flex cursor-pointer items-start gap-2 rounded-sm px-2 py-1.5 text-base outline-none ' +
  'disabled:text-ink-faint max-sm:min-h-11 max-sm:items-center'

/**
 * The list of a select. After a tap the button shows that it was pressed before the choices are made; after a key they are
 * there for the next one.
 */
export function ChoicePopover({ children }: { children: ReactNode }) {
  const state = use(SelectStateContext)
  const isOpen = useDeferredValue(state?.isOpen)
  const isByKey = Boolean(state?.focusStrategy)
  // Without a state React Aria is only reading what there is to choose.
  if (state && !isOpen && !isByKey) return null
  return (
    <Popover className={popoverClass} offset={4}>
      {children}
    </Popover>
  )
}

// Not spread: a React Aria collection sets `value` of its items itself.
export function ChoiceItem({ choice: { value, label, detail } }: { choice: Choice }) {
  return (
    <ListBoxItem
      id={value}
      textValue={label}
      className="relative cursor-pointer rounded-sm py-1.5 pr-2 pl-8 text-base text-ink outline-none focused:bg-pine-soft selected:font-medium max-sm:py-3"
    >
      {({ isSelected }) => (
        <>
          {isSelected && <Check aria-hidden="true" className="absolute top-2 left-2 size-4 text-pine max-sm:top-3.5" />}
          {label}
          {detail && <span className="block text-sm font-normal text-ink-soft">{detail}</span>}
        </>
      )}
    </ListBoxItem>
  )
}
