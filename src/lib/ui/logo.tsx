export type LogoProps = {
  /** The company's own name, when it is another. */
  name?: string
  size?: 'md' | 'lg'
  /** On the pine rail. */
  isOnRail?: boolean
}

/** An S drawn as a cable, and the point it comes from. */
export function Logo({ name = 'Stödpunkt', size = 'md', isOnRail = false }: LogoProps) {
  return (
    <span
      className={`inline-flex min-w-0 items-center gap-2.5 font-semibold tracking-tight ${size === 'lg' ? 'text-lg' : 'text-md'} ${isOnRail ? 'text-rail-ink-strong' : 'text-ink'}`}
    >
      <LogoMark className={size === 'lg' ? 'size-9' : 'size-7'} isOnRail={isOnRail} />
      <span className="truncate">{name}</span>
    </span>
  )
}

export function LogoMark({ className = 'size-7', isOnRail = false }: { className?: string; isOnRail?: boolean }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className={`shrink-0 ${className}`}>
      <rect width="32" height="32" rx="9" className={isOnRail ? 'fill-rail-current' : 'fill-pine'} />
      <path
        d="M22.5 9 H14.6 C11.6 9 9.6 10.5 9.6 12.6 C9.6 14.8 11.4 16 14.2 16 H18 C20.8 16 22.6 17.3 22.6 19.5 C22.6 21.6 20.6 23 17.6 23 H15.6"
        strokeWidth="2.75"
        strokeLinecap="round"
        className={isOnRail ? 'stroke-rail-ink-strong' : 'stroke-on-pine'}
      />
      <circle cx="10.4" cy="23" r="2.4" className="fill-[#f0a560]" />
    </svg>
  )
}
