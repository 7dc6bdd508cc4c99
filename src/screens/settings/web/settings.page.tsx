import { useLocation } from 'react-router'
import { useIsAdmin } from '#features/auth/web/me.ts'
import { RecomputationStatus } from '#features/tickets/web/recomputation-status.tsx'
import { Card } from '#shared/ui/card.tsx'
import { Page } from '#shared/ui/page.tsx'
import { PageMenu } from '#shared/ui/page-menu.tsx'
import { settingsPages } from './settings-pages.tsx'

/** Inställningar: shows the sub-page of the current path. */
export function SettingsPage() {
  const { pathname } = useLocation()
  const isAdmin = useIsAdmin()
  const page = settingsPages.find(({ path }) => path === pathname)
  if (!page) return null
  const { label, Content, forAdmins } = page
  return (
    <Page
      title="Inställningar"
      tabTitle={`${label} – Inställningar`}
      lead="Företagets uppgifter, webbplatsen, priser och e-post"
    >
      <PageMenu label="Inställningar" items={settingsPages.filter((one) => isAdmin || !one.forAdmins)} />
      <div className="flex max-w-4xl flex-col gap-6">
        <RecomputationStatus />
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
