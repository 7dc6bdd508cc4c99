import type { ReactNode } from 'react'

/** Icons in the style of the drawings. */
function Icon({ children, className = 'size-6' }: { children: ReactNode; className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
    >
      {children}
    </svg>
  )
}
type Props = { className?: string }

export const PhoneIcon = ({ className }: Props) => (
  <Icon className={className}>
    <path d="M7 3H4.5A1.5 1.5 0 0 0 3 4.6C3.6 13.4 10.6 20.4 19.4 21a1.5 1.5 0 0 0 1.6-1.5V17l-5-2-2 2.4A14 14 0 0 1 6.6 10L9 8Z" />
  </Icon>
)
export const AlertIcon = ({ className }: Props) => (
  <Icon className={className}>
    <path d="M12 3.5 2.5 20h19ZM12 10v4.5M12 17.2v.1" />
  </Icon>
)
export const DoneIcon = ({ className }: Props) => (
  <Icon className={className}>
    <path d="M21 11.5V12a9 9 0 1 1-5.3-8.2M21 5l-9 9.5-3-3" />
  </Icon>
)
export const ArrowIcon = ({ className }: Props) => (
  <Icon className={className}>
    <path d="M4 12h15M13 6l6 6-6 6" />
  </Icon>
)
