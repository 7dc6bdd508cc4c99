import { useMemo } from 'react'
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'

/** Positioned by React Aria, opened and closed by `watchTriggers`. */
const openState = { isOpen: true, shouldSkipAnimation: true, open: () => {}, close: () => {} }

export function TooltipText({ text, trigger }: { text: string; trigger: Element }) {
  const triggerRef = useMemo(() => ({ current: trigger }), [trigger])
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
