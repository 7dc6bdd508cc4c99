import { useMe } from '#auth/web/session.api.ts'
import { Card } from '#lib/ui/card.tsx'
import { LinkButton } from '#lib/ui/link-button.tsx'
import { Page } from '#lib/ui/page.tsx'
import { BackupSection } from './backup-section.tsx'
import { CompanySettings } from './company-settings.tsx'
import { KeptMailSection } from './kept-mail.tsx'
import { OwnSessions } from './own-sessions.tsx'

export function SettingsPage() {
  const { role, email } = useMe()
  const isAdmin = role === 'admin'
  return (
    <Page title="Inställningar" lead="Företaget, e-posten och din inloggning">
      <div className="flex max-w-4xl flex-col gap-6">
        <CompanySettings isAdmin={isAdmin} />
        {isAdmin ? (
          <KeptMailSection />
        ) : (
          <Card title="E-post">
            <p className="text-ink-soft">Bara administratörer ser sparade mejl.</p>
          </Card>
        )}
        {isAdmin && <BackupSection />}
        <OwnSessions />
        <Card title="Ditt lösenord">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-ink-soft">Du loggar in som {email}. Andra enheter loggas ut när du byter.</p>
            <LinkButton to="/nytt-losenord">Byt lösenord</LinkButton>
          </div>
        </Card>
      </div>
    </Page>
  )
}
