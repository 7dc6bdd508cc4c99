import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { BaseButton } from './base-button.tsx'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'

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
  /** Shown instead of the children while busy, like 'Loggar in...'. */
  busyText?: string
  isDisabled?: boolean
  /** Why it is disabled. It then stays focusable, so that it can say so. */
  disabledReason?: string | undefined
  /** Where the visible text needs context: 'Visa ärende 1042'. Starts with the visible text. */
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
  const ShownIcon = isBusy ? LoaderCircle : Icon
  return (
    <BaseButton
      {...{ onPress, type, isBusy, isDisabled, disabledReason, accessibleName, buttonRef }}
      {...(busyText && { busyText })}
      className={buttonClass({ variant, size, isFull, isInactive: Boolean(disabledReason), isBusy })}
    >
      {ShownIcon && <ShownIcon aria-hidden="true" className={`size-4 shrink-0 ${isBusy ? 'animate-spin' : ''}`} />}
      <span>{isBusy ? (busyText ?? children) : children}</span>
    </BaseButton>
  )
}
