import { FactList } from '#features/company/web/fact-list.tsx'
import { isAdmin, roleLabel } from '#shared/roles.rules.ts'
import { Card } from '#shared/ui/card.tsx'
import { Link } from '#shared/ui/link.tsx'
import { Page } from '#shared/ui/page.tsx'
import { useMe } from './me.ts'
import { OwnPassword } from './own-password.tsx'
import { OwnSessions } from './own-sessions.tsx'

/** Ditt konto: the own name and login, password and devices. */
export function OwnAccountPage() {
  const { fullName, email, role } = useMe()
  return (
    <Page title="Ditt konto" lead="Så loggar du in, och var">
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
        <OwnPassword />
        <OwnSessions />
      </div>
    </Page>
  )
}
