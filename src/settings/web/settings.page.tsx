import { useMe } from '#auth/web/session.api.ts'
import { Card } from '#lib/ui/card.tsx'
import { Page } from '#lib/ui/page.tsx'
import { KeptMailSection } from './kept-mail.tsx'

export function SettingsPage() {
  const { role } = useMe()
  return (
    <Page title="Inställningar" lead="Företaget och e-posten">
      <Card title="Företaget">
        <p className="text-ink-soft">Företagets uppgifter kommer här.</p>
      </Card>
      {role === 'admin' ? (
        <KeptMailSection />
      ) : (
        <Card title="E-post">
          <p className="text-ink-soft">Bara administratörer ser sparade mejl.</p>
        </Card>
      )}
    </Page>
  )
}
