import { OwnPassword } from '#features/auth/web/own-password.tsx'
import { OwnSessions } from '#features/auth/web/own-sessions.tsx'
import { TwoStep } from '#features/auth/web/second-step.lazy.ts'
import { Page } from '#shared/ui/page.tsx'

/** The user's login, password, second factor and signed-in devices. */
export function PortalAccountPage() {
  return (
    <Page title="Mitt konto" back={{ to: '/customer-portal', label: 'Supportportal' }}>
      <div className="grid gap-8">
        <OwnPassword />
        <TwoStep />
        <OwnSessions title="Inloggade enheter" />
      </div>
    </Page>
  )
}
