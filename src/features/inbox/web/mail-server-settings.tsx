import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readableAddresses } from '#shared/email.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { attempt } from '#shared/ui/failure-toast.ts'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import type { EnvironmentServer } from '../mail-server.contract.ts'
import { mailServerQuery, useRemoveMailServer } from './mail-server.api.ts'
import { MailServerForm } from './mail-server-form.tsx'

/** The server that mail is sent with. */
export function MailServerCard() {
  const query = useQuery(mailServerQuery)
  if (!query.data)
    return query.isError ? (
      <QueryError title="Kunde inte hämta e-postservern" query={query} />
    ) : (
      <Skeleton className="h-96" />
    )
  const { environment, ...row } = query.data
  const isEntered = row.version > 0
  return (
    <Card title="E-postserver" action={isEntered && !environment && <RemoveServer />}>
      {environment ? (
        <OfEnvironment {...environment} />
      ) : (
        <>
          <p className="mb-4 max-w-prose text-ink-soft">
            {isEntered
              ? 'Mejl till kunder och personal skickas med den här servern.'
              : 'Ange servern som mejl till kunder och personal ska skickas med. Uppgifterna finns hos den som har er e-post.'}
          </p>
          {/* Another form once the server is removed. */}
          <MailServerForm key={String(isEntered)} row={row} />
        </>
      )}
    </Card>
  )
}

const OfEnvironment = ({ host, from }: EnvironmentServer) => (
  <div className="flex max-w-prose flex-col gap-3">
    <p className="text-ink-soft">
      Servern är angiven av den som sköter driften (SMTP_URL och MAIL_FROM). Den gäller för alla mejl och ändras bara
      där.
    </p>
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      <dt className="text-ink-soft">Server</dt>
      <dd className="min-w-0 wrap-anywhere">{host}</dd>
      <dt className="text-ink-soft">Avsändare</dt>
      <dd className="min-w-0 wrap-anywhere">{readableAddresses(from)}</dd>
    </dl>
  </div>
)

function RemoveServer() {
  const [isOpen, setOpen] = useState(false)
  const { mutateAsync } = useRemoveMailServer()
  const remove = async () => {
    await attempt('Kunde inte ta bort e-postservern', () => mutateAsync(undefined), 'E-postservern är borttagen')
    setOpen(false)
  }
  return (
    <>
      <Button size="sm" variant="quiet" onPress={() => setOpen(true)}>
        Ta bort
      </Button>
      <ConfirmDialog
        title="Ta bort e-postservern?"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={remove}
        confirmLabel="Ta bort"
        isDanger
        text="Mejl skickas inte längre. De sparas i listan här nedanför."
      />
    </>
  )
}
