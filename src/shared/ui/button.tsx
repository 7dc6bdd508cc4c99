import type { LucideIcon } from 'lucide-react'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import type { ReactNode, Ref } from 'react'
import { BaseButton } from './base-button.tsx'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'

export type ButtonProps = {
  children: ReactNode
  onPress?: () => void
  type?: 'button' | 'submit'
  /** At most one primary button on a screen. */
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: LucideIcon
  isFull?: boolean
  isPending?: boolean
  /** Shown instead of the children while pending, like 'Loggar in...'. */
  pendingText?: string
  isDisabled?: boolean
  /** Why it is disabled. The button then stays focusable, so that the reason can be read. */
  disabledReason?: string | undefined
  /** Where the visible text needs context: 'Visa ärende 1042'. Starts with the visible text. */
  accessibleName?: string
  buttonRef?: Ref<HTMLButtonElement>
  /** For a button that shows and hides something. */
  isExpanded?: boolean
}

export function Button({
  children,
  onPress,
  type = 'button',
  variant = 'secondary',
  size = 'md',
  icon: Icon,
  isFull = false,
  isPending = false,
  pendingText,
  isDisabled = false,
  disabledReason,
  accessibleName,
  buttonRef,
  isExpanded,
}: ButtonProps) {
  const ShownIcon = isPending ? LoaderCircle : Icon
  return (
    <BaseButton
      onPress={onPress}
      type={type}
      isPending={isPending}
      isDisabled={isDisabled}
      disabledReason={disabledReason}
      accessibleName={accessibleName}
      buttonRef={buttonRef}
      isExpanded={isExpanded}
      {...(pendingText && { pendingText })}
      className={buttonClass({ variant, size, isFull, isInactive: Boolean(disabledReason), isPending })}
    >
      {ShownIcon && <ShownIcon aria-hidden="true" className={`size-4 shrink-0 ${isPending ? 'animate-spin' : ''}`} />}
      <span>{isPending ? (pendingText ?? children) : children}</span>
    </BaseButton>
  )
}
