import { pictureUrl } from '#features/company/brand.rules.ts'
import type { PublicPicture } from '#features/company/picture.contract.ts'
import { isWide } from '#shared/logo.rules.ts'
import { PhoneIcon } from './drawings/icons.tsx'
import type { Moment } from './moment.rules.ts'
import { Now } from './now.tsx'
import { PhoneLink } from './phone.tsx'

const links = [
  ['/', 'Hem', 'home'],
  ['/kontakt', 'Kontakt', 'contact'],
  ['/om-oss', 'Om oss', 'about'],
  ['/customer-login', 'Portal', ''],
] as const

type Props = { name: string; page: string; answered: Moment['answered']; logo: PublicPicture | undefined }

export function SiteHeader({ name, page, answered, logo }: Props) {
  return (
    <header className="bg-canvas">
      <div className="wrap flex flex-wrap items-center gap-x-8 gap-y-0.5 pt-4 pb-2 sm:py-5">
        <a href="/" className="mr-auto flex min-h-11 items-center gap-3 font-bold text-md tracking-tight sm:text-lg">
          <Mark name={name} logo={logo} />
        </a>
        <nav aria-label="Sidans meny">
          <ul className="-mx-3 flex flex-wrap">
            {links.map(([href, text, linkedPage]) => (
              <li key={href}>
                <a
                  href={href}
                  {...(page === linkedPage && { 'aria-current': 'page' as const })}
                  className="flex min-h-11 items-center px-3 font-medium text-ink-soft decoration-2 decoration-accent underline-offset-8 hover:text-ink hover:underline aria-[current]:text-ink aria-[current]:underline"
                >
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {/* A number that is not answered now is shown only among the contact details. */}
        <Now name="header">
          {answered && (
            <p className="hidden items-center gap-2 rail:flex print:flex">
              <PhoneIcon className="size-5 text-accent-ink" />
              {answered.isEmergency && 'Jour:'}
              <PhoneLink
                number={answered.number}
                className="flex min-h-11 items-center font-semibold tabular-nums hover:underline"
              />
            </p>
          )}
        </Now>
      </div>
    </header>
  )
}

/** The logo, beside the name unless it is wide, as a wide logo contains the name. Without a logo, the initial. */
function Mark({ name, logo }: Pick<Props, 'name' | 'logo'>) {
  if (!logo)
    return (
      <>
        <img src="/favicon.svg" alt="" width="36" height="36" />
        {name}
      </>
    )
  return (
    <>
      <img
        src={pictureUrl(logo)}
        alt={isWide(logo) ? name : ''}
        width={logo.width}
        height={logo.height}
        className="logo h-9 w-auto max-w-44 object-contain object-left"
      />
      {!isWide(logo) && name}
    </>
  )
}
