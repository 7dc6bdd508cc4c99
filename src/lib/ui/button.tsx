import { LoaderCircle, type LucideIcon } from 'lucide-react'
import { type MouseEvent, type ReactNode, type Ref, useId } from 'react'
import { Button as RacButton } from 'react-aria-components/Button'
import { BusyStatus } from './busy-status.tsx'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'
import { Tooltip } from './tooltip.tsx'

export type ButtonProps = {
  children: ReactNode
  onPress?: () => void
  type?: 'button' | 'submit'
  /** One primary on a screen: what to do next. */
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: LucideIcon
  isFull?: boolean
  isBusy?: boolean
  /** Said instead of the children while busy, like 'Loggar in...'. */
  busyText?: string
  isDisabled?: boolean
  /** Why it is off. The button then keeps its focus and tells. */
  disabledReason?: string | undefined
  /** For what only the words around explain: 'Visa ärende 1042'. Starts with the visible text. */
  accessibleName?: string
  buttonRef?: Ref<HTMLButtonElement>
}

export function Button({
  children,
  onPress,
  type = 'button',
  variant = 'secondary',
  size = 'md',
  icon: Icon,
  isFull = false,
  isBusy = false,
  busyText,
  isDisabled = false,
  disabledReason,
  accessibleName,
  buttonRef,
}: ButtonProps) {
  const reasonId = useId()
  const Shown = isBusy ? LoaderCircle : Icon
  const content = (
    <>
      {Shown && <Shown aria-hidden="true" className={`size-4 shrink-0 ${isBusy ? 'animate-spin' : ''}`} />}
      <span>{isBusy ? (busyText ?? children) : children}</span>
    </>
  )
  const className = buttonClass({ variant, size, isFull, isOff: Boolean(disabledReason), isBusy })
  if (disabledReason)
    return (
      <>
        <Tooltip text={disabledReason}>
          <RacButton
            ref={buttonRef}
            aria-disabled
            {...(accessibleName && { 'aria-label': accessibleName })}
            aria-describedby={reasonId}
            className={className}
          >
            {content}
          </RacButton>
        </Tooltip>
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      </>
    )
  const press = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // Safari leaves the focus where it was, and a dialog could not give it back.
    currentTarget.focus({ preventScroll: true })
    if (!isBusy) onPress?.()
  }
  // The browser's own: React Aria's draws itself again at each of a touch's events, before the touch is answered.
  return (
    <>
      <button
        ref={buttonRef}
        type={isBusy ? 'button' : type}
        disabled={isDisabled}
        aria-disabled={isBusy || undefined}
        aria-label={accessibleName}
        onClick={press}
        className={className}
      >
        {content}
      </button>
      {isBusy && <BusyStatus text={busyText ?? 'Arbetar'} />}
    </>
  )
}
