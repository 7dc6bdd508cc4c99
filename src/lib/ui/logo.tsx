import { initialOf } from '#lib/names.rules.ts'
import { useCompanyName } from './company-name.ts'

export type LogoProps = {
  size?: 'md' | 'lg'
  /** On the pine rail. */
  isOnRail?: boolean
}

/** The company's mark and name. */
export function Logo({ size = 'md', isOnRail = false }: LogoProps) {
  return (
    <span
      className={`inline-flex min-w-0 items-center gap-2.5 font-semibold tracking-tight ${size === 'lg' ? 'text-lg' : 'text-md'} ${isOnRail ? 'text-rail-ink-strong' : 'text-ink'}`}
    >
      <LogoMark className={size === 'lg' ? 'size-9' : 'size-7'} isOnRail={isOnRail} />
      <span className="truncate">{useCompanyName()}</span>
    </span>
  )
}

/** The company's mark: the initial of its name. The public site and the browser's tab show the same (`markOf`, site). */
export function LogoMark({ className = 'size-7', isOnRail = false }: { className?: string; isOnRail?: boolean }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className={`shrink-0 ${className}`}>
      <rect width="32" height="32" rx="9" className={isOnRail ? 'fill-rail-current' : 'fill-pine'} />
      <text
        x="16"
        y="22.75"
        textAnchor="middle"
        fontSize="19"
        fontWeight="700"
        className={isOnRail ? 'fill-rail-ink-strong' : 'fill-on-pine'}
      >
        {initialOf(useCompanyName())}
      </text>
      <circle cx="26" cy="25.5" r="2.4" className="fill-[#f0a560]" />
    </svg>
  )
}
