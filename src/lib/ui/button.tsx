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
  const Shown = isBusy ? LoaderCircle : Icon
  return (
    <BaseButton
      {...{ onPress, type, isBusy, isDisabled, disabledReason, accessibleName, buttonRef }}
      {...(busyText && { busyText })}
      className={buttonClass({ variant, size, isFull, isOff: Boolean(disabledReason), isBusy })}
    >
      {Shown && <Shown aria-hidden="true" className={`size-4 shrink-0 ${isBusy ? 'animate-spin' : ''}`} />}
      <span>{isBusy ? (busyText ?? children) : children}</span>
    </BaseButton>
  )
}
