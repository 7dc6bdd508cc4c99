import type { Factor } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Badge } from '#shared/ui/badge.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { attempt } from '#shared/ui/failure-toast.ts'
import { formatDate, formatDateTime } from '#shared/ui/format.ts'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { AddAuthenticatorDialog } from './add-authenticator.dialog.tsx'
import type { Factors } from './factor-client.ts'
import { factorsQuery, useRemoveFactor } from './factors.api.ts'
import { useMe } from './me.ts'
import { OwnRecoveryCodes } from './own-recovery-codes.tsx'
import { Passkeys } from './passkeys.tsx'

/** The card in which staff and customers have a second factor of their own, in 'Ditt konto' and 'Mitt konto'. */
export function TwoStep() {
  const query = useQuery(factorsQuery)
  const { data } = query
  const isOn = data && data.totp.length + data.passkeys.length > 0
  return (
    <Card
      title="Tvåstegsinloggning"
      action={data && <Badge variant={isOn ? 'default' : 'outline'}>{isOn ? 'På' : 'Av'}</Badge>}
    >
      {!data && query.error && <QueryError title="Kunde inte hämta tvåstegsinloggningen" query={query} />}
      {!data && !query.error && <Skeleton className="h-40" />}
      {data && <Ways factors={data} isOn={isOn === true} />}
    </Card>
  )
}

function Ways({ factors, isOn }: { factors: Factors; isOn: boolean }) {
  const [isAdding, setAdding] = useState(false)
  const { factorRequiredFrom } = useMe()
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-prose text-ink-soft">
        {isOn
          ? 'När du loggar in räcker inte lösenordet: du bekräftar också med en kod ur appen eller en passkey.'
          : 'Lägg till ett andra steg, så kommer ingen in i ditt konto med bara lösenordet.'}
        {!isOn && factorRequiredFrom && ` Från ${formatDate(factorRequiredFrom)} krävs det för att logga in.`}
      </p>
      <section aria-labelledby="authenticators" className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h3 id="authenticators" className="font-semibold">
            Autentiseringsapp
          </h3>
          <Button icon={Plus} onPress={() => setAdding(true)}>
            Lägg till app
          </Button>
        </div>
        {factors.totp.length === 0 ? (
          <p className="text-ink-soft">Ingen app ännu.</p>
        ) : (
          <ul className="divide-y divide-line border-line border-y">
            {factors.totp.map((app) => (
              <App key={app.id} app={app} isLast={factors.totp.length + factors.passkeys.length === 1} />
            ))}
          </ul>
        )}
      </section>
      <Passkeys />
      {isOn && <OwnRecoveryCodes hasCodes={factors.hasRecoveryCodes} />}
      {isAdding && (
        <AddAuthenticatorDialog name={unusedName(factors.totp)} isFirst={!isOn} onClose={() => setAdding(false)} />
      )}
    </div>
  )
}

/** Names of factors differ: 'Autentiseringsapp', 'Autentiseringsapp 2'. */
function unusedName(apps: Factor[]): string {
  const taken = new Set(apps.map(({ friendly_name }) => friendly_name))
  const names = ['Autentiseringsapp', ...apps.map((_, index) => `Autentiseringsapp ${index + 2}`)]
  return names.find((name) => !taken.has(name)) ?? ''
}

function App({ app, isLast }: { app: Factor; isLast: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync } = useRemoveFactor()
  const { organization, factorRequiredFrom } = useMe()
  const name = app.friendly_name ?? 'Autentiseringsapp'
  const remove = () =>
    attempt('Kunde inte ta bort appen', () => mutateAsync(app.id), 'Appen är borttagen').then(() => setAsking(false))
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0">
        <p className="font-medium">{name}</p>
        <p className="text-ink-soft text-sm">
          Tillagd {formatDate(app.created_at)}
          {`, senast använd ${formatDateTime(app.updated_at)}`}
        </p>
      </div>
      <Button size="sm" variant="quiet" accessibleName={`Ta bort ${name}`} onPress={() => setAsking(true)}>
        Ta bort
      </Button>
      {isAsking && (
        <ConfirmDialog
          isOpen
          title={`Ta bort ${name}?`}
          text={isLast ? lastText(factorRequiredFrom && organization) : 'Koder ur den appen gäller då inte längre.'}
          confirmLabel="Ta bort"
          isDanger
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}

const lastText = (requiring: string | null) =>
  `Det är ditt enda andra steg, och reservkoderna slutar att gälla. ${requiring ? `${requiring} kräver ett, så du får lägga till ett nytt.` : 'Sedan räcker lösenordet för att logga in.'}`
