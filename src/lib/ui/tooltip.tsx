import { useEffect, useMemo, useState } from 'react'
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'

const OPEN_MS = 500
const CLOSE_MS = 80
const ATTRIBUTE = 'data-tooltip'

/** Props of an element that shows `text` when a pointer rests on it or the keyboard comes to it. Never the only place of it. */
export const tooltip = (text: string | undefined) => ({ [ATTRIBUTE]: text })

/** The one tooltip of the page: hundreds of buttons in a list need no state of their own for it. */
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
        className="max-w-72 animate-fade rounded-sm bg-ink px-2 py-1 text-xs text-canvas shadow-high"
      >
        {text}
      </Tooltip>
    </TooltipTriggerStateContext>
  )
}

/** React Aria places it; when it comes and goes is seen to here. */
const openState = { isOpen: true, shouldSkipAnimation: true, open: () => {}, close: () => {} }

/** Tells which element's tooltip is to be seen, or none. Gives what ends it. */
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
    // One after another they come at once.
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
