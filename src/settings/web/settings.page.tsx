import { useLocation } from 'react-router'
import { useMe } from '#auth/web/session.api.ts'
import { Card } from '#lib/ui/card.tsx'
import { Page } from '#lib/ui/page.tsx'
import { RouteLink } from '#lib/ui/route-link.tsx'
import { settingsPages } from './settings-pages.tsx'

/** Inställningar: one of its pages, by the address. */
export function SettingsPage() {
  const { pathname } = useLocation()
  const isAdmin = useMe().role === 'admin'
  const page = settingsPages.find(({ path }) => path === pathname)
  if (!page) return null
  const { label, Content, forAdmins } = page
  return (
    <Page title="Inställningar" lead="Ditt konto, företaget och e-posten">
      <SettingsMenu pathname={pathname} isAdmin={isAdmin} />
      <div className="flex max-w-4xl flex-col gap-6">
        {forAdmins && !isAdmin ? (
          <Card title={label}>
            <p className="text-ink-soft">{forAdmins}</p>
          </Card>
        ) : (
          <Content />
        )}
      </div>
    </Page>
  )
}

function SettingsMenu({ pathname, isAdmin }: { pathname: string; isAdmin: boolean }) {
  return (
    <nav aria-label="Inställningar" className="overflow-x-auto border-line border-b">
      <ul className="flex gap-1">
        {settingsPages
          .filter(({ forAdmins }) => isAdmin || !forAdmins)
          .map(({ path, label }) => (
            <li key={path}>
              <RouteLink
                to={path}
                aria-current={path === pathname ? 'page' : undefined}
                className={`-mb-px flex items-center border-b-2 px-3 py-2 font-medium text-base whitespace-nowrap transition-colors hover:text-ink focus-visible:-outline-offset-2 max-sm:min-h-11 ${path === pathname ? 'border-accent text-ink' : 'border-transparent text-ink-soft'}`}
              >
                {label}
              </RouteLink>
            </li>
          ))}
      </ul>
    </nav>
  )
}
