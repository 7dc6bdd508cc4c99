import { Page } from '#lib/ui/page.tsx'
import { OwnPassword } from '#settings/web/own-password.tsx'
import { OwnSessions } from '#settings/web/own-sessions.tsx'

/** The own login, its password and the devices that are signed in. */
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
