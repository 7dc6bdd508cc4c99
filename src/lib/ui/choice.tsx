import { Check } from 'lucide-react'
import { type ReactNode, use } from 'react'
import { ComboBoxStateContext } from 'react-aria-components/ComboBox'
import { ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { useLater } from './later-state.ts'

/** One thing to choose; `detail` is a second, quieter line. */
export type Choice = { value: string; label: string; detail?: string | undefined }

export const popoverClass =
  'min-w-(--trigger-width) rounded-md border border-line bg-raised shadow-high animate-fade placement-top:origin-bottom'
export const listClass = 'max-h-80 overflow-y-auto p-1 outline-none'

/**
 * The list of a combobox. After a tap the paint comes before the choices are made; after an arrow key they are there for the
 * next one.
 */
export function ChoicePopover({ children }: { children: ReactNode }) {
  const state = use(ComboBoxStateContext)
  const isOpen = useLater(state?.isOpen)
  // Without a state React Aria is only reading what there is to choose.
  if (state && !isOpen && !state.focusStrategy) return null
  return (
    // A combobox hides the page from screen readers when it opens, and all that comes later but what says this.
    <Popover data-react-aria-top-layer="" className={popoverClass} offset={4}>
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
