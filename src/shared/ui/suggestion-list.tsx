import { autoUpdate, flip, offset, size, useFloating } from '@floating-ui/react-dom'
import { type MouseEvent, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { popoverClass } from './choice.ts'
import type { Suggestions } from './suggestions.ts'
import { moveToTopLayer } from './top-layer.ts'

const GAP_PX = 4
const MAX_HEIGHT_PX = 280
const MAX_WIDTH_PX = 480

type Props = {
  list: Suggestions
  /** The field that it is placed beside. */
  anchor: RefObject<HTMLElement | null>
}

/** The suggestions for a text. The focus stays in its field, whose keys choose. */
export function SuggestionList({ list, anchor }: Props) {
  const { label, suggestions, highlighted, listId, optionId, choose, close, foot } = list
  const { ref, style } = usePosition(anchor)
  useLeave(anchor, close)
  const options = useRef<HTMLDivElement>(null)
  useEffect(() => {
    options.current?.children[highlighted]?.scrollIntoView?.({ block: 'nearest' })
  }, [highlighted])
  return (
    <div
      ref={ref}
      style={style}
      className={`${popoverClass} right-auto bottom-auto m-0 flex flex-col overflow-hidden p-0 text-ink`}
    >
      <div ref={options} id={listId} role="listbox" aria-label={label} className="min-h-0 overflow-y-auto p-1">
        {suggestions.map((suggestion, index) => (
          <button
            key={suggestion.id}
            id={optionId(index)}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === highlighted}
            onMouseDown={keepFocus}
            onClick={() => choose(suggestion)}
            className={`block w-full cursor-pointer rounded-sm px-3 py-1.5 text-left text-base max-sm:py-3 hover:bg-hover ${index === highlighted ? 'system-chosen bg-primary-soft' : ''}`}
          >
            <span className="font-medium">{suggestion.label}</span>
            <span className="block truncate text-sm text-ink-soft">{suggestion.detail}</span>
          </button>
        ))}
      </div>
      {foot && <p className="border-t border-line px-3 py-2 text-sm text-ink-soft">{foot}</p>}
    </div>
  )
}

/** Closes the list when the focus or a press goes elsewhere. */
function useLeave(area: Props['anchor'], onLeave: () => void) {
  const leave = useEffectEvent(({ target }: Event) => {
    if (target instanceof Node && !area.current?.contains(target)) onLeave()
  })
  useEffect(() => {
    const listen = (event: Event) => leave(event)
    document.addEventListener('focusin', listen)
    document.addEventListener('pointerdown', listen)
    return () => {
      document.removeEventListener('focusin', listen)
      document.removeEventListener('pointerdown', listen)
    }
  }, [])
}

/** A press does not take the focus from the field. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** Above the field, whose composer is at the bottom of the window, or below it where there is more room. */
function usePosition(anchor: Props['anchor']) {
  const { refs, elements, floatingStyles } = useFloating({
    elements: { reference: anchor.current },
    strategy: 'fixed',
    placement: 'top-start',
    transform: false,
    whileElementsMounted: autoUpdate,
    middleware: [
      offset(GAP_PX),
      flip({ padding: GAP_PX }),
      size({
        padding: GAP_PX,
        apply({ availableHeight, rects, elements: { floating } }) {
          floating.style.width = `${Math.min(rects.reference.width, MAX_WIDTH_PX)}px`
          floating.style.maxHeight = `${Math.min(availableHeight, MAX_HEIGHT_PX)}px`
        },
      }),
    ],
  })
  useLayoutEffect(() => moveToTopLayer(elements.floating), [elements.floating])
  return { ref: refs.setFloating, style: floatingStyles }
}
