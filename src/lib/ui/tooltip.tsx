import type { ReactElement } from 'react'
import { Tooltip as RacTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'

export type TooltipProps = {
  text: string
  /** One control of React Aria that can take focus; our own Button is none, and says itself why it is off. */
  children: ReactElement
  placement?: 'top' | 'bottom' | 'left' | 'right'
}

/** A short text on hover and on keyboard focus. Never the only place where something stands. */
export function Tooltip({ text, children, placement = 'top' }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={80}>
      {children}
      <RacTooltip
        placement={placement}
        offset={6}
        className="max-w-72 animate-fade rounded-sm bg-ink px-2 py-1 text-xs text-canvas shadow-high"
      >
        {text}
      </RacTooltip>
    </TooltipTrigger>
  )
}
