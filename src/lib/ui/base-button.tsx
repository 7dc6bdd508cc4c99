import { type MouseEvent, type ReactNode, type Ref, useId } from 'react'
import { BusyStatus } from './busy-status.tsx'
import { tooltip } from './tooltip.tsx'

export type BaseButtonProps = {
  children: ReactNode
  className: string
  onPress?: (() => void) | undefined
  type?: 'button' | 'submit'
  /** Shown when a pointer rests on it or the keyboard comes to it. The reason why it is off goes before. */
  tip?: string
  isBusy?: boolean
  /** Said while it is busy. */
  busyText?: string
  isDisabled?: boolean
  /** Why it is off. It then keeps its focus and tells. */
  disabledReason?: string | undefined
  accessibleName?: string | undefined
  buttonRef?: Ref<HTMLButtonElement> | undefined
}

/**
 * What is pressed, whatever it looks like. The browser's own: React Aria's draws itself again at each of a touch's events,
 * before the touch is answered, and a list has five of them in a row.
 */
export function BaseButton({
  children,
  className,
  onPress,
  type = 'button',
  tip,
  isBusy = false,
  busyText = 'Arbetar',
  isDisabled = false,
  disabledReason,
  accessibleName,
  buttonRef,
}: BaseButtonProps) {
  const reasonId = useId()
  const isOff = isBusy || Boolean(disabledReason)
  const press = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // Safari leaves the focus where it was, and a dialog could not give it back.
    currentTarget.focus({ preventScroll: true })
    if (!isOff) onPress?.()
  }
  return (
    <>
      <button
        ref={buttonRef}
        type={isOff ? 'button' : type}
        disabled={isDisabled}
        aria-disabled={isOff || undefined}
        aria-label={accessibleName}
        aria-describedby={disabledReason && reasonId}
        onClick={press}
        className={className}
        {...tooltip(disabledReason ?? tip)}
      >
        {children}
      </button>
      {isBusy && <BusyStatus text={busyText} />}
      {disabledReason && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </>
  )
}
