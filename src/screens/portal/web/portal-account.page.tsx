import { OwnPassword } from '#features/auth/web/own-password.tsx'
import { OwnSessions } from '#features/auth/web/own-sessions.tsx'
import { Page } from '#shared/ui/page.tsx'

/** The user's login, password and signed-in devices. */
export function PortalAccountPage() {
  return (
    <Page title="Mitt konto" back={{ to: '/customer-portal', label: 'Supportportal' }}>
      <div className="grid gap-8">
        <OwnPassword />
        <OwnSessions title="Inloggade enheter" />
      </div>
    </Page>
  )
}
