import { useState } from 'react'
import { leave, RequireCustomer, useMe } from '#auth/web/session.api.ts'
import { Button } from '#lib/ui/button.tsx'
import { EmptyState } from '#lib/ui/empty-state.tsx'
import { Logo } from '#lib/ui/logo.tsx'
import { Page } from '#lib/ui/page.tsx'

/** The portal's frame, for a customer's logins alone. */
export function PortalPage() {
  return (
    <RequireCustomer>
      <Portal />
    </RequireCustomer>
  )
}

function Portal() {
  const { organization, customer } = useMe()
  const [isLeaving, setLeaving] = useState(false)
  const logOut = () => {
    setLeaving(true)
    void leave()
  }
  return (
    <>
      <header className="border-line border-b bg-surface">
        <div className="mx-auto flex max-w-4xl items-center justify-between gap-4 px-5 py-3">
          <Logo {...(organization && { name: organization })} />
          <Button variant="quiet" onPress={logOut} isBusy={isLeaving}>
            Logga ut
          </Button>
        </div>
      </header>
      <main className="mx-auto max-w-4xl px-5 py-8">
        <Page title="Supportportal" {...(customer && { lead: customer })}>
          <EmptyState title="Dina ärenden är på väg hit" text="Snart kan du skapa och följa ärenden här." />
        </Page>
      </main>
    </>
  )
}
