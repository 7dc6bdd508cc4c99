import { type MouseEvent, type ReactNode, type Ref, useId } from 'react'
import { PendingStatus } from './pending-status.tsx'
import { tooltip } from './tooltip.ts'

export type BaseButtonProps = {
  children: ReactNode
  className: string
  onPress?: (() => void) | undefined
  type?: 'button' | 'submit'
  /** Tooltip; `disabledReason` takes precedence. */
  tip?: string
  isPending?: boolean
  /** Announced to screen readers while busy. */
  pendingText?: string
  isDisabled?: boolean
  /** Why it is disabled. The button then stays focusable, so that the reason can be read. */
  disabledReason?: string | undefined
  accessibleName?: string | undefined
  buttonRef?: Ref<HTMLButtonElement> | undefined
  /** For a button that shows and hides something. */
  isExpanded?: boolean | undefined
}

/**
 * The behaviour of every button, without its style. A native button, as React Aria's re-renders on each event of a press, and a
 * list has five in each row.
 */
export function BaseButton({
  children,
  className,
  onPress,
  type = 'button',
  tip,
  isPending = false,
  pendingText = 'Arbetar',
  isDisabled = false,
  disabledReason,
  accessibleName,
  buttonRef,
  isExpanded,
}: BaseButtonProps) {
  const reasonId = useId()
  const isInactive = isPending || Boolean(disabledReason)
  const press = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // Safari does not focus a clicked button, so a dialog could not restore the focus to it.
    currentTarget.focus({ preventScroll: true })
    if (!isInactive) onPress?.()
  }
  return (
    <>
      <button
        ref={buttonRef}
        type={isInactive ? 'button' : type}
        disabled={isDisabled}
        aria-disabled={isInactive || undefined}
        aria-expanded={isExpanded}
        aria-label={accessibleName}
        aria-describedby={disabledReason && reasonId}
        onClick={press}
        className={className}
        {...tooltip(disabledReason ?? tip)}
      >
        {children}
      </button>
      {isPending && <PendingStatus text={pendingText} />}
      {disabledReason && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </>
  )
}
