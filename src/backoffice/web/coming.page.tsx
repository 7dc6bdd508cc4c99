import { EmptyState } from '#lib/ui/empty-state.tsx'
import { LinkButton } from '#lib/ui/link-button.tsx'
import { Page } from '#lib/ui/page.tsx'

/** A page of the menu that is not built yet says so. */
export function ComingPage({ title, text }: { title: string; text: string }) {
  return (
    <Page title={title}>
      <EmptyState
        title="Sidan är på väg"
        text={text}
        action={<LinkButton to="/backoffice">Till Dashboard</LinkButton>}
      />
    </Page>
  )
}
