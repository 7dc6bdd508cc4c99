import { isWide, logoPlaceholders } from '../logo.rules.ts'
import { COMPANY_PLACEHOLDER, initialOf } from '../names.rules.ts'
import { useCompany } from './company-name.ts'

export type LogoProps = {
  size?: 'md' | 'lg'
  /** In the colours of the side menu. */
  isOnRail?: boolean
}

/** The company's logo, or its mark, and its name. */
export function Logo(props: LogoProps) {
  const { size = 'md', isOnRail = false } = props
  const { name, logo } = useCompany()
  return (
    <span
      className={`inline-flex min-w-0 items-center gap-2.5 font-semibold tracking-tight ${size === 'lg' ? 'text-lg' : 'text-md'} ${isOnRail ? 'text-rail-ink-strong' : 'text-ink'}`}
    >
      {name === COMPANY_PLACEHOLDER ? (
        <EveryForm {...props} />
      ) : logo ? (
        <Picture {...props} logo={logo} />
      ) : (
        <Mark {...props} />
      )}
    </span>
  )
}

function Mark({ size = 'md', isOnRail = false }: LogoProps) {
  return (
    <>
      <InitialMark className={size === 'lg' ? 'size-9' : 'size-7'} isOnRail={isOnRail} />
      <Name />
    </>
  )
}

const Name = () => <span className="line-clamp-2 min-w-0 leading-tight wrap-anywhere">{useCompany().name}</span>

/** In the build, width and height are placeholders. */
type Picture = { url: string; width: number | string; height: number | string; isWide?: boolean }

/** A wide logo already contains the name. */
function Picture({ logo, size = 'md', isOnRail = false }: LogoProps & { logo: Picture }) {
  const { url, width, height } = logo
  const hasName = logo.isWide ?? isWide({ width: Number(width), height: Number(height) })
  const { name } = useCompany()
  return (
    <>
      <img
        src={url}
        alt={hasName ? name : ''}
        width={width}
        height={height}
        className={`w-auto min-w-0 max-w-44 object-contain object-left ${size === 'lg' ? 'h-9' : 'h-7'} ${isOnRail ? 'logo-on-rail' : 'logo'}`}
      />
      {!hasName && <Name />}
    </>
  )
}

/** Rendered by the build: the server leaves only one of the forms (`withLogo`). */
function EveryForm(props: LogoProps) {
  const { mark, wide, square, end, ...logo } = logoPlaceholders
  return (
    <>
      {mark}
      <Mark {...props} />
      {wide}
      <Picture {...props} logo={{ ...logo, isWide: true }} />
      {square}
      <Picture {...props} logo={{ ...logo, isWide: false }} />
      {end}
    </>
  )
}

/** The company's icon, else the initial of its name, as on the public site and the browser's tab (`markOf`, site). */
export function LogoMark({ className = 'size-7' }: { className?: string }) {
  const { icon } = useCompany()
  if (icon) return <img src={icon} alt="" width={64} height={64} className={`shrink-0 rounded-md ${className}`} />
  return <InitialMark className={className} />
}

function InitialMark({ className, isOnRail = false }: { className: string; isOnRail?: boolean }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className={`shrink-0 ${className}`}>
      <rect width="32" height="32" rx="9" className={isOnRail ? 'fill-rail-current' : 'fill-primary'} />
      <text
        x="16"
        y="22.75"
        textAnchor="middle"
        fontSize="19"
        fontWeight="700"
        className={`forced-color-adjust-none ${isOnRail ? 'fill-rail-ink-strong' : 'fill-on-primary'}`}
      >
        {initialOf(useCompany().name)}
      </text>
      <circle cx="26" cy="25.5" r="2.4" className="fill-accent-on-rail" />
    </svg>
  )
}
