import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { attempt } from '#shared/ui/failure-toast.ts'
import { formatDate, formatDateTime } from '#shared/ui/format.ts'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import type { Passkey } from '../passkeys.contract.ts'
import { factorsQuery, passkeysQuery } from './factors.api.ts'
import { hasPasskeys } from './has-passkeys.ts'
import { useAddPasskey, useRemovePasskey } from './passkeys.api.ts'
import { RecoveryCodesDialog } from './recovery-codes.dialog.tsx'
import { RenamePasskeyDialog } from './rename-passkey.dialog.tsx'

/** The person's passkeys: each signs in without a password, and is a second factor. */
export function Passkeys() {
  const query = useQuery(passkeysQuery)
  const { data } = query
  return (
    <section aria-labelledby="passkeys" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="passkeys" className="font-semibold">
          Passkeys
        </h3>
        {hasPasskeys() && <AddPasskey />}
      </div>
      <p className="max-w-prose text-ink-soft">
        Med en passkey loggar du in med fingret, ansiktet eller en pinkod, utan lösenord.
        {!hasPasskeys() && ' Här går det inte att lägga till någon: webbläsaren eller adressen saknar stöd.'}
      </p>
      {!data && query.error && <QueryError title="Kunde inte hämta dina passkeys" query={query} />}
      {!data && !query.error && <Skeleton className="h-10" />}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line border-line border-y">
          {data.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** How many second factors the person has; undefined until that is known. */
function useFactorCount(): number | undefined {
  const { data } = useQuery(factorsQuery)
  return data && data.totp.length + data.passkeys.length
}

function AddPasskey() {
  const count = useFactorCount()
  const { mutateAsync, isPending } = useAddPasskey()
  const [isFirst, setFirst] = useState(false)
  const add = async () => {
    const isAdded = await attempt(
      'Kunde inte lägga till en passkey',
      () => mutateAsync(undefined),
      'Passkeyn är tillagd',
    )
    if (isAdded && count === 0) setFirst(true)
  }
  return (
    <>
      <Button icon={Plus} isPending={isPending} pendingText="Väntar på webbläsaren..." onPress={() => void add()}>
        Lägg till passkey
      </Button>
      {isFirst && <RecoveryCodesDialog onClose={() => setFirst(false)} />}
    </>
  )
}

function Row({ passkey }: { passkey: Passkey }) {
  const [step, setStep] = useState<'renaming' | 'removing'>()
  const { friendly_name: name, created_at: createdAt, last_used_at: usedAt } = passkey
  const stop = () => setStep(undefined)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0">
        <p className="font-medium">{name}</p>
        <p className="text-ink-soft text-sm">
          Tillagd {formatDate(createdAt)}
          {usedAt && `, senast använd ${formatDateTime(usedAt)}`}
        </p>
      </div>
      <div className="flex gap-1">
        <Button size="sm" variant="quiet" accessibleName={`Byt namn på ${name}`} onPress={() => setStep('renaming')}>
          Byt namn
        </Button>
        <Button size="sm" variant="quiet" accessibleName={`Ta bort ${name}`} onPress={() => setStep('removing')}>
          Ta bort
        </Button>
      </div>
      {step === 'renaming' && <RenamePasskeyDialog passkey={passkey} onClose={stop} />}
      {step === 'removing' && <RemovePasskey passkey={passkey} onClose={stop} />}
    </li>
  )
}

function RemovePasskey({ passkey: { id, friendly_name: name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const isLast = useFactorCount() === 1
  const { mutateAsync } = useRemovePasskey()
  const remove = () =>
    attempt('Kunde inte ta bort passkeyn', () => mutateAsync(id), 'Passkeyn är borttagen').then(onClose)
  return (
    <ConfirmDialog
      isOpen
      title={`Ta bort ${name}?`}
      text={isLast ? LAST : 'Den går då inte längre att logga in med. Ta bort den på enheten också.'}
      confirmLabel="Ta bort"
      isDanger
      onConfirm={remove}
      onClose={onClose}
    />
  )
}

const LAST =
  'Det är ditt enda andra steg. När det är borta räcker lösenordet för att logga in, och reservkoderna gäller inte längre.'
