import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { Button } from '#shared/ui/button.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { Link } from '#shared/ui/link.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'
import { ApiKeyTable } from './api-key-table.tsx'
import { ownApiKeysQuery } from './api-keys.api.ts'
import { NEW_KEY_FORM } from './new-api-key-form.ts'

const NewApiKeyDialog = lazyPart(() => import('./new-api-key.dialog.tsx').then((m) => m.NewApiKeyDialog))

/** The person's API keys on Ditt konto, and the button that makes one. */
export function OwnApiKeys() {
  const query = useQuery(ownApiKeysQuery)
  const [isMaking, setIsMaking] = useTransitionState(hasFormSnapshot(NEW_KEY_FORM))
  return (
    <section aria-labelledby="api-keys" className="flex flex-col gap-3">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="api-keys" className="text-md font-semibold">
            API-nycklar
          </h2>
          <p className="max-w-prose text-ink-soft">
            Med en nyckel arbetar ett annat program i ditt namn, som mest som tekniker.{' '}
            <span className="whitespace-nowrap">
              <Link to="/api/docs">Så använder du den</Link>
            </span>
          </p>
        </div>
        <Button icon={Plus} onPress={() => setIsMaking(true)}>
          Ny nyckel
        </Button>
      </header>
      {query.isError && !query.data ? (
        <QueryError title="Kunde inte hämta dina API-nycklar" query={query} />
      ) : (
        <ApiKeyTable
          label="API-nycklar"
          rows={query.data}
          empty={
            <EmptyState title="Inga nycklar" text="Skapa en för varje program, så kan du återkalla den för sig." />
          }
        />
      )}
      {isMaking && <NewApiKeyDialog onClose={() => setIsMaking(false)} />}
    </section>
  )
}
