import { messageOf } from '../web/forms.ts'
import { ErrorState } from './error-state.tsx'

export type FailedQuery = { error: Error | null; refetch: () => Promise<unknown>; isRefetching: boolean }

type Props = {
  /** What happened: 'Kunde inte ladda tickets'. */
  title: string
  query: FailedQuery
}

/** Why a query failed, and a button that retries it. */
export const QueryError = ({ title, query: { error, refetch, isRefetching } }: Props) => (
  <ErrorState title={title} text={messageOf(error)} onRetry={() => void refetch()} isRetrying={isRefetching} />
)
