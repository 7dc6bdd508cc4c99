import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Button } from '#shared/ui/button.tsx'
import { Page } from '#shared/ui/page.tsx'

/** The router's fallback page for errors that no screen handled. */
export function UnexpectedErrorPage() {
  const error = useRouteError()
  return (
    <main className="mx-auto max-w-2xl px-5 py-20">
      <Page title="Unexpected Application Error!" lead="Något gick fel i webbläsaren. Det du har sparat finns kvar.">
        <pre className="overflow-x-auto rounded-md border border-line bg-sunken p-4 text-sm">{messageOf(error)}</pre>
        <div className="mt-6">
          <Button variant="primary" onPress={() => location.reload()}>
            Ladda om sidan
          </Button>
        </div>
      </Page>
    </main>
  )
}

function messageOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`
  return error instanceof Error ? error.message : String(error)
}
