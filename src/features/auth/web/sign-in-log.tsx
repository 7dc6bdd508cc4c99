import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ChipsInput } from '#shared/ui/chips.tsx'
import { DebouncedSearch } from '#shared/ui/debounced-search.tsx'
import { EmailText } from '#shared/ui/email-text.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { formatDateTime } from '#shared/ui/format.ts'
import { QueryError } from '#shared/ui/query-error.tsx'
import { type Column, Table } from '#shared/ui/table.tsx'
import { tableOf } from '#shared/web/pages.ts'
import { useUrlFilter } from '#shared/web/url.ts'
import { type SignIn, type SignInKind, signInKinds } from '../security.contract.ts'
import { describeSignIn, kindOfAction } from '../sign-in-actions.rules.ts'
import { signInsQuery } from './security.api.ts'

const kindLabels = { signed_in: 'Inloggning', refused: 'Nekad', changed: 'Ändring' } as const satisfies Record<
  SignInKind,
  string
>
const choices = [{ value: '', label: 'Alla' }, ...signInKinds.map((kind) => ({ value: kind, label: kindLabels[kind] }))]

const columns: readonly Column<SignIn>[] = [
  { key: 'who', header: 'Vem', cell: Who, onPhone: 'title' },
  { key: 'what', header: 'Vad', cell: What, onPhone: 'lead', grows: true },
  { key: 'at', header: 'När', cell: ({ at }) => formatDateTime(at), width: 'w-40' },
]

/** Sign-ins, refusals and changes of logins, for administrators. */
export function SignInLog() {
  const { params, chosen, set } = useUrlFilter<'search' | 'kind'>('', { keepsScroll: true })
  const search = (params.get('search') ?? '').trim()
  const kind = kindOf(params)
  const list = useInfiniteQuery({ ...signInsQuery(search, kind), placeholderData: keepPreviousData })
  return (
    <section aria-labelledby="inloggningar" className="grid grid-cols-1 gap-3">
      <h2 id="inloggningar" className="font-semibold text-md">
        Inloggningar
      </h2>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="w-full sm:w-80">
          <DebouncedSearch
            label="Sök inloggning"
            placeholder="Namn eller e-post"
            value={chosen.get('search') ?? ''}
            onChange={(text) => set('search', text)}
          />
        </div>
        <ChipsInput
          label="Visa"
          isLabelHidden
          value={kindOf(chosen) ?? ''}
          onChange={(value) => set('kind', value)}
          choices={choices}
        />
      </div>
      {list.isError && !list.data ? (
        <QueryError title="Kunde inte hämta inloggningarna" query={list} />
      ) : (
        <Table
          label="Inloggningar"
          columns={columns}
          {...tableOf(list)}
          rowKey={({ id }) => id}
          hasTwoLines
          loadingText="Laddar inloggningar …"
          empty={<Nothing isNarrowed={search !== '' || kind !== undefined} />}
        />
      )}
    </section>
  )
}

const kindOf = (params: URLSearchParams) => signInKinds.find((kind) => kind === params.get('kind'))

const Nothing = ({ isNarrowed }: { isNarrowed: boolean }) =>
  isNarrowed ? (
    <EmptyState
      title="Inga inloggningar hittades"
      text="Sök på en annan del av namnet eller adressen, eller visa alla."
    />
  ) : (
    <EmptyState title="Inga inloggningar ännu" text="Här står vem som loggar in, nekas eller byter lösenord." />
  )

function Who({ who, email }: SignIn) {
  return who === email ? (
    <EmailText email={email} />
  ) : (
    <>
      {who}
      <span className="block w-64 whitespace-normal wrap-anywhere font-normal text-ink-soft stacked:w-auto stacked:text-sm">
        <EmailText email={email} />
      </span>
    </>
  )
}

function What(entry: SignIn) {
  const isRefused = kindOfAction(entry.action) === 'refused'
  return <span className={`whitespace-normal ${isRefused ? 'text-danger-ink' : ''}`}>{describeSignIn(entry)}</span>
}
