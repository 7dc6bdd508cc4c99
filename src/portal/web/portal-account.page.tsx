import { useMe } from '#auth/web/session.api.ts'
import { Card } from '#lib/ui/card.tsx'
import { LinkButton } from '#lib/ui/link-button.tsx'
import { Page } from '#lib/ui/page.tsx'
import { OwnSessions } from '#settings/web/own-sessions.api.ts'

/** The own login, its password and the devices that are signed in. */
export function PortalAccountPage() {
  const { email } = useMe()
  return (
    <Page title="Mitt konto" back={{ to: '/customer-portal', label: 'Supportportal' }}>
      <div className="grid gap-8">
        <Card title="Ditt lösenord">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-ink-soft">Du loggar in som {email}. Andra enheter loggas ut när du byter.</p>
            <LinkButton to="/nytt-losenord">Byt lösenord</LinkButton>
          </div>
        </Card>
        <OwnSessions title="Inloggade enheter" />
      </div>
    </Page>
  )
}
