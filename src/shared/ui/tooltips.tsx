import { useEffect, useState } from 'react'
import { fetchAhead, lazyPart } from './lazy-part.tsx'
import { TOOLTIP_ATTRIBUTE } from './tooltip.ts'

const OPEN_MS = 500
const CLOSE_MS = 80

/** Without a notice, as nobody waits for a tooltip. */
const TooltipText = lazyPart(() => import('./tooltip-text.tsx').then((m) => m.TooltipText), null)

/** The single tooltip of the page, so that the hundreds of buttons in a list need no state of their own. */
export function Tooltips() {
  const [trigger, setTrigger] = useState<Element>()
  useEffect(() => watchTriggers(setTrigger), [])
  const text = trigger?.getAttribute(TOOLTIP_ATTRIBUTE)
  return trigger && text ? <TooltipText text={text} trigger={trigger} /> : null
}

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
    event.target instanceof Element ? (event.target.closest(`[${TOOLTIP_ATTRIBUTE}]`) ?? undefined) : undefined
  const isOnTooltip = ({ target }: Event) => target instanceof Element && target.closest('[role=tooltip]') !== null

  const rest = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    const trigger = triggerOf(event)
    if (trigger === shown || isOnTooltip(event)) return clearTimeout(timer)
    if (!trigger) return showIn(CLOSE_MS, undefined)
    fetchAhead(TooltipText)
    // With one open already, the next opens without delay.
    if (shown) showNow(trigger)
    else showIn(OPEN_MS, trigger)
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
