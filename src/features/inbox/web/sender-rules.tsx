import { useQuery } from '@tanstack/react-query'
import { readableAddress } from '#shared/email.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { formatDate } from '#shared/ui/format.ts'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { ruleText, type SenderRule } from '../sender-rules.contract.ts'
import { senderRulesQuery, useRemoveRule } from './sender-rules.api.ts'

/** The rules for senders, which are made in Inkorg. */
export function SenderRules() {
  const query = useQuery(senderRulesQuery)
  return (
    <Card title="Regler för avsändare">
      <p className="mb-4 max-w-prose text-ink-soft">
        En regel görs med ett tryck på ett mejl i Inkorg. Svar i ett ärende går dit de hör, vad en regel än säger.
      </p>
      {query.isError && !query.data ? (
        <QueryError title="Kunde inte hämta reglerna" query={query} />
      ) : (
        <RuleList rows={query.data} />
      )}
    </Card>
  )
}

function RuleList({ rows }: { rows: SenderRule[] | undefined }) {
  if (!rows) return <Skeleton className="h-24" />
  if (rows.length === 0)
    return <EmptyState title="Inga regler" text="Öppna ett mejl i Inkorg och välj vad som ska hända nästa gång." />
  return (
    <ul className="flex flex-col divide-y divide-line">
      {rows.map((rule) => (
        <li key={rule.id} className="flex flex-wrap items-start justify-between gap-3 py-4 first:pt-0 last:pb-0">
          <div className="min-w-0">
            <p className="break-all font-semibold">{readableAddress(rule.address)}</p>
            <p className="text-sm text-ink-soft">
              {ruleText(rule)}. {rule.createdBy ? `${rule.createdBy}, ` : ''}
              {formatDate(rule.createdAt)}
            </p>
          </div>
          <RemoveRule rule={rule} />
        </li>
      ))}
    </ul>
  )
}

function RemoveRule({ rule: { id, address } }: { rule: SenderRule }) {
  const { remove, isPending } = useRemoveRule(id)
  return (
    <Button
      onPress={remove}
      isPending={isPending}
      pendingText="Tar bort..."
      accessibleName={`Ta bort regeln för ${readableAddress(address)}`}
    >
      Ta bort
    </Button>
  )
}
