import { OwnApiKeys } from '#features/api-keys/web/own-api-keys.tsx'
import { useMe } from '#features/auth/web/me.ts'
import { OwnPassword } from '#features/auth/web/own-password.tsx'
import { OwnSessions } from '#features/auth/web/own-sessions.tsx'
import { TwoStep } from '#features/auth/web/second-step.lazy.ts'
import { FactList } from '#features/company/web/fact-list.tsx'
import { NotificationChoices } from '#features/users/web/notification-choices.tsx'
import { OwnSettings } from '#features/users/web/own-settings.tsx'
import { OwnSignature } from '#features/users/web/own-signature.tsx'
import { isAdmin, roleLabel } from '#shared/roles.rules.ts'
import { Card } from '#shared/ui/card.tsx'
import { Link } from '#shared/ui/link.tsx'
import { Page } from '#shared/ui/page.tsx'

/** Ditt konto: the own name and login, choices, password and devices. */
export function OwnAccountPage() {
  const { fullName, email, role } = useMe()
  return (
    <Page title="Ditt konto" lead="Så arbetar du, och så loggar du in">
      <div className="flex max-w-4xl flex-col gap-6">
        <Card title="Dina uppgifter">
          <div className="grid gap-4">
            <FactList
              labels={{ fullName: 'Namn', email: 'E-post', role: 'Roll' }}
              values={{ fullName, email, role: role && roleLabel(role) }}
            />
            <p className="text-ink-soft">
              {isAdmin({ role }) ? (
                <>
                  Namn, e-post och roll ändrar du under <Link to="/backoffice/users">Användare</Link>.
                </>
              ) : (
                'Be en administratör om namnet, e-posten eller rollen är fel.'
              )}
            </p>
          </div>
        </Card>
        <OwnSettings />
        <NotificationChoices />
        <OwnSignature />
        <OwnPassword />
        <TwoStep />
        <OwnSessions />
        <OwnApiKeys />
      </div>
    </Page>
  )
}
