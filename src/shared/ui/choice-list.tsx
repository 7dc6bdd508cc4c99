import { autoUpdate, flip, offset, size, useFloating } from '@floating-ui/react-dom'
import type { UseComboboxReturnValue } from 'downshift'
import Check from 'lucide-react/icons/check'
import { type RefObject, useLayoutEffect } from 'react'
import { type Choice, popoverClass } from './choice.ts'
import { moveToTopLayer } from './top-layer.ts'

type Props = Pick<UseComboboxReturnValue<Choice>, 'getItemProps' | 'highlightedIndex'> & {
  /** downshift's props of the list element. */
  list: ReturnType<UseComboboxReturnValue<Choice>['getMenuProps']>
  choices: readonly Choice[]
  /** The selected value; '' is none. */
  value: string
  isSearching: boolean
  hasMore: boolean
  /** The field that the list is placed beside. */
  anchor: RefObject<HTMLElement | null>
}

const GAP_PX = 4
const MAX_HEIGHT_PX = 320

/** The open list of a combobox: in the top layer, at least as wide as its field. */
export function ChoiceList({ list, getItemProps, highlightedIndex, ...props }: Props) {
  const { choices, value, isSearching, hasMore, anchor } = props
  const position = usePosition(anchor)
  return (
    <div
      {...position}
      className={`${popoverClass} right-auto bottom-auto m-0 flex flex-col overflow-hidden p-0 text-ink`}
    >
      <ul {...list} className="min-h-0 overflow-y-auto p-1">
        {choices.map((choice, index) => (
          <li
            key={choice.value}
            {...getItemProps({ item: choice, index, 'aria-selected': choice.value === value })}
            className={`relative cursor-pointer rounded-sm py-1.5 pr-2 pl-8 text-base max-sm:py-3 ${index === highlightedIndex ? 'system-chosen bg-primary-soft' : ''}`}
          >
            {choice.value === value && (
              <Check aria-hidden="true" className="absolute top-2 left-2 size-4 text-primary max-sm:top-3.5" />
            )}
            {choice.label}
            {choice.detail && <span className="block text-sm text-ink-soft">{choice.detail}</span>}
          </li>
        ))}
      </ul>
      {choices.length === 0 && (
        <p className="px-3 pt-1 pb-3 text-base text-ink-soft">{isSearching ? 'Söker …' : 'Inga träffar'}</p>
      )}
      {hasMore && <p className="border-t border-line px-3 py-2 text-sm text-ink-soft">Skriv för att hitta fler</p>}
    </div>
  )
}

/** Places the list below the anchor, or above it where there is more room, and not under a phone's keyboard. */
function usePosition(anchor: RefObject<HTMLElement | null>) {
  const { refs, elements, floatingStyles } = useFloating({
    elements: { reference: anchor.current },
    strategy: 'fixed',
    placement: 'bottom-start',
    transform: false,
    whileElementsMounted: autoUpdate,
    middleware: [
      offset(GAP_PX),
      flip({ padding: GAP_PX }),
      size({
        padding: GAP_PX,
        apply({ availableHeight, rects, elements: { floating } }) {
          floating.style.minWidth = `${rects.reference.width}px`
          floating.style.maxHeight = `${Math.min(availableHeight, MAX_HEIGHT_PX)}px`
        },
      }),
    ],
  })
  useLayoutEffect(() => moveToTopLayer(elements.floating), [elements.floating])
  return { ref: refs.setFloating, style: floatingStyles }
}
