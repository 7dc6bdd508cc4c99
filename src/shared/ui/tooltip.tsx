import { useEffect, useMemo, useState } from 'react'
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'

const OPEN_MS = 500
const CLOSE_MS = 80
const ATTRIBUTE = 'data-tooltip'

/** Props that show `text` on hover and keyboard focus. Never the only way to read it. */
export const tooltip = (text: string | undefined) => ({ [ATTRIBUTE]: text })

/** The single tooltip of the page, so that the hundreds of buttons in a list need no state of their own. */
export function Tooltips() {
  const [trigger, setTrigger] = useState<Element>()
  useEffect(() => watchTriggers(setTrigger), [])
  const triggerRef = useMemo(() => ({ current: trigger ?? null }), [trigger])
  const text = trigger?.getAttribute(ATTRIBUTE)
  if (!text) return null
  return (
    <TooltipTriggerStateContext value={openState}>
      <Tooltip
        triggerRef={triggerRef}
        placement="top"
        offset={6}
        className="max-w-72 animate-fade rounded-sm bg-ink px-2 py-1 text-xs text-canvas shadow-high forced-colors:border"
      >
        {text}
      </Tooltip>
    </TooltipTriggerStateContext>
  )
}

/** Positioned by React Aria, opened and closed by `watchTriggers`. */
const openState = { isOpen: true, shouldSkipAnimation: true, open: () => {}, close: () => {} }

/** Calls `show` with the element whose tooltip is open, or undefined. Returns a function that removes the listeners. */
function watchTriggers(show: (trigger: Element | undefined) => void): () => void {
  let shown: Element | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const showNow = (trigger: Element | undefined) => {
    clearTimeout(timer)
    shown = trigger
    show(trigger)
  }
  const showIn = (ms: number, trigger: Element | undefined) => {
    clearTimeout(timer)
    timer = setTimeout(() => showNow(trigger), ms)
  }
  const triggerOf = (event: Event) =>
    event.target instanceof Element ? (event.target.closest(`[${ATTRIBUTE}]`) ?? undefined) : undefined
  const isOnTooltip = ({ target }: Event) => target instanceof Element && target.closest('[role=tooltip]') !== null

  const rest = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    const trigger = triggerOf(event)
    if (trigger === shown || isOnTooltip(event)) return clearTimeout(timer)
    // With one open already, the next opens without delay.
    if (trigger) return shown ? showNow(trigger) : showIn(OPEN_MS, trigger)
    showIn(CLOSE_MS, undefined)
  }
  const focus = (event: FocusEvent) => {
    const trigger = triggerOf(event)
    showNow(trigger?.matches(':focus-visible') ? trigger : undefined)
  }
  const hide = () => showNow(undefined)
  const stop = new AbortController()
  const options = { signal: stop.signal, capture: true }
  document.addEventListener('pointerover', rest, options)
  document.addEventListener('focusin', focus, options)
  document.addEventListener('focusout', hide, options)
  document.addEventListener('pointerdown', hide, options)
  document.addEventListener('keydown', hide, options)
  document.addEventListener('scroll', hide, options)
  return () => {
    clearTimeout(timer)
    stop.abort()
  }
}
