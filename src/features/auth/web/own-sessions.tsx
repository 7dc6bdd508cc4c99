import { useQuery } from '@tanstack/react-query'
import LogOut from 'lucide-react/icons/log-out'
import { describeBrowser } from '#features/company/browser.rules.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { Button } from '#shared/ui/button.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { formatDateTime } from '#shared/ui/format.ts'
import { QueryError } from '#shared/ui/query-error.tsx'
import { type Column, Table } from '#shared/ui/table.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import type { OwnSession } from '../own-sessions.contract.ts'
import { ownSessionsQuery, useEndOtherSessions, useEndSession } from './own-sessions.api.ts'
import { useSignOut } from './use-sign-out.tsx'

const columns: readonly Column<OwnSession>[] = [
  {
    key: 'browser',
    header: 'Webbläsare',
    grows: true,
    onPhone: 'title',
    cell: ({ userAgent, isThis }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        {describeBrowser(userAgent)}
        {isThis && <Badge variant="secondary">den här</Badge>}
      </span>
    ),
  },
  { key: 'created', header: 'Inloggad', cell: ({ createdAt }) => formatDateTime(createdAt), width: 'w-40' },
  { key: 'used', header: 'Senast använd', cell: ({ usedAt }) => formatDateTime(usedAt), width: 'w-40' },
]

/** The person's sessions, each with a sign-out button. */
export function OwnSessions({ title = 'Mina enheter' }: { title?: string }) {
  const { data, error, refetch, isRefetching } = useQuery(ownSessionsQuery)
  const others = data?.filter(({ isThis }) => !isThis) ?? []
  return (
    <section aria-labelledby="devices" className="flex flex-col gap-3">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="devices" className="text-md font-semibold">
            {title}
          </h2>
          <p className="max-w-prose text-ink-soft">Här är du inloggad. Logga ut det du inte känner igen.</p>
        </div>
        {others.length > 0 && <EndOthers />}
      </header>
      {error && !data ? (
        <QueryError title="Kunde inte hämta dina enheter" query={{ error, refetch, isRefetching }} />
      ) : (
        <Table
          label={title}
          columns={columns}
          rowKey={({ id }) => id}
          rows={data}
          loadingText="Laddar dina enheter …"
          skeletonRows={2}
          actions={(session) => <EndOne session={session} />}
          empty={<EmptyState title="Inga enheter" />}
        />
      )}
    </section>
  )
}

function EndOne({ session: { id, isThis, userAgent } }: { session: OwnSession }) {
  const { mutate, isPending } = useEndSession()
  const { request, isSigningOut, question } = useSignOut()
  const end = () =>
    mutate(id, {
      onSuccess: () => showToast({ title: 'Enheten är utloggad', tone: 'success' }),
      onError: (error) => showFailure('Kunde inte logga ut enheten', error),
    })
  const name = `Logga ut ${isThis ? 'den här webbläsaren' : describeBrowser(userAgent)}`
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        accessibleName={name}
        isPending={isPending || isSigningOut}
        pendingText="Loggar ut..."
        onPress={isThis ? () => void request() : end}
      >
        Logga ut
      </Button>
      {question}
    </>
  )
}

function EndOthers() {
  const { mutate, isPending } = useEndOtherSessions()
  const end = () =>
    mutate(undefined, {
      onSuccess: () => showToast({ title: 'Alla andra enheter är utloggade', tone: 'success' }),
      onError: (error) => showFailure('Kunde inte logga ut enheterna', error),
    })
  return (
    <Button icon={LogOut} isPending={isPending} pendingText="Loggar ut..." onPress={end}>
      Logga ut alla andra
    </Button>
  )
}
