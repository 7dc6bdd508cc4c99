export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-hover shadow-low',
  secondary: 'border-line-strong bg-surface text-ink hover:bg-hover hover:border-ink-faint active:bg-hover shadow-low',
  quiet: 'border-transparent bg-transparent text-ink-soft hover:bg-hover hover:text-ink active:bg-hover',
  danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-hover active:bg-danger-hover shadow-low',
}

// On phones every button is 44 px high.
const sizes: Record<ButtonSize, string> = {
  sm: 'h-7 px-2 text-sm gap-1.5 max-sm:h-11 max-sm:px-3',
  md: 'h-9 px-3.5 text-base gap-2 max-sm:h-11 outside:h-12 outside:px-5 outside:text-md',
  lg: 'h-12 px-5 text-md gap-2.5',
}

const inactiveClass =
  'cursor-not-allowed border-line bg-sunken text-ink-soft forced-colors:border-system-gray forced-colors:text-system-gray'

/**
 * The classes of a button, and of a link that looks like one. It moves on press only for a mouse: on a phone that would cost
 * another layout during the touch.
 */
export const buttonClass = ({
  variant,
  size,
  isFull,
  isInactive = false,
  isPending = false,
}: {
  variant: ButtonVariant
  size: ButtonSize
  isFull: boolean
  /** Looks disabled, but stays focusable so that the reason can be read. */
  isInactive?: boolean
  isPending?: boolean
}): string =>
  `inline-flex shrink-0 items-center justify-center rounded-sm border font-semibold whitespace-nowrap select-none ${isPending ? 'cursor-progress' : isInactive ? '' : 'cursor-pointer'} ` +
  `transition-[background-color,border-color,color,translate] pointer-fine:active:translate-y-px ` +
  `disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-faint disabled:shadow-none ` +
  `${isInactive ? inactiveClass : variants[variant]} ${sizes[size]} ${isFull ? 'w-full' : ''}`
