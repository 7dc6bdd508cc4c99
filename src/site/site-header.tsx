import { PhoneIcon } from './drawings/icons.tsx'
import { PhoneLink } from './phone.tsx'

const links = [
  ['/', 'Hem', 'home'],
  ['/kontakt', 'Kontakt', 'contact'],
  ['/om-oss', 'Om oss', 'about'],
  ['/customer-login', 'Portal', ''],
] as const

export function SiteHeader({ name, page, phone }: { name: string; page: string; phone: string | null | undefined }) {
  return (
    <header className="bg-canvas">
      <div className="wrap flex flex-wrap items-center gap-x-8 gap-y-0.5 pt-4 pb-2 sm:py-5">
        <a href="/" className="mr-auto flex min-h-11 items-center gap-3 font-bold text-md tracking-tight sm:text-lg">
          <img src="/favicon.svg" alt="" width="36" height="36" />
          {name}
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
        {phone && (
          <p className="hidden items-center gap-2 rail:flex print:flex">
            <PhoneIcon className="size-5 text-accent-ink" />
            <PhoneLink
              number={phone}
              className="flex min-h-11 items-center font-semibold tabular-nums hover:underline"
            />
          </p>
        )}
      </div>
    </header>
  )
}
