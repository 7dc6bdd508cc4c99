import { ActionMenu } from '#shared/ui/action-menu.tsx'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { attempt } from '#shared/ui/failure-toast.ts'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import type { Charge } from '../charges.contract.ts'
import { type ChargeDialog, recoverableDialog } from './charge-recovery.ts'
import { useRemoveCharge } from './charges.api.ts'

const rowDialog = () => import('./charge-row.dialog.tsx')
const QuantityDialog = lazyPart(() => rowDialog().then((m) => m.QuantityDialog))
const PriceDialog = lazyPart(() => rowDialog().then((m) => m.PriceDialog))
const DiscountDialog = lazyPart(() => rowDialog().then((m) => m.DiscountDialog))
const EndDialog = lazyPart(() => rowDialog().then((m) => m.EndDialog))
const FactsDialog = lazyPart(() => import('./charge-facts.dialog.tsx').then((m) => m.ChargeFactsDialog))
const CountingDialog = lazyPart(() => import('./charge-counting.dialog.tsx').then((m) => m.CountingDialog))
const HistoryDialog = lazyPart(() => import('./charge-history.dialog.tsx').then((m) => m.ChargeHistoryDialog))

type Open = ChargeDialog | 'remove'

/** What may be done with a recurring charge; a technician reads its history. */
export function ChargeActions({ charge, mayChange }: { charge: Charge; mayChange: boolean }) {
  const [open, setOpen] = useTransitionState<Open | undefined>(recoverableDialog(charge.id))
  const close = () => setOpen(undefined)
  return (
    <>
      {mayChange ? (
        <>
          <Button size="sm" accessibleName={`Ändra antal för ${charge.name}`} onPress={() => setOpen('quantity')}>
            Ändra antal
          </Button>
          <ActionMenu label={`Fler åtgärder för ${charge.name}`} actions={menuOf(charge, setOpen)} />
        </>
      ) : (
        <Button size="sm" accessibleName={`Historik för ${charge.name}`} onPress={() => setOpen('history')}>
          Historik
        </Button>
      )}
      <OpenDialog open={open} charge={charge} mayChange={mayChange} onClose={close} />
    </>
  )
}

const menuOf = (charge: Charge, open: (dialog: Open) => void) => [
  { label: 'Historik', onPress: () => open('history') },
  { label: 'Ändra pris', onPress: () => open('price') },
  { label: 'Ändra rabatt', onPress: () => open('discount') },
  { label: 'Ändra uppgifter', onPress: () => open('facts') },
  { label: 'Ändra vad som räknas', onPress: () => open('counting') },
  { label: 'Avsluta', onPress: () => open('end') },
  ...(charge.isUsed
    ? []
    : [
        {
          label: 'Ta bort',
          accessibleName: `Ta bort ${charge.name}`,
          isDanger: true,
          onPress: () => open('remove'),
        },
      ]),
]

type OpenProps = { open: Open | undefined; charge: Charge; mayChange: boolean; onClose: () => void }

function OpenDialog({ open, charge, mayChange, onClose }: OpenProps) {
  const props = { charge, onClose }
  switch (open) {
    case 'quantity':
      return <QuantityDialog {...props} />
    case 'price':
      return <PriceDialog {...props} />
    case 'discount':
      return <DiscountDialog {...props} />
    case 'end':
      return <EndDialog {...props} />
    case 'facts':
      return <FactsDialog {...props} />
    case 'counting':
      return <CountingDialog {...props} />
    case 'history':
      return <HistoryDialog {...props} mayChange={mayChange} />
    case 'remove':
      return <RemoveQuestion {...props} />
    case undefined:
      return null
  }
}

function RemoveQuestion({ charge, onClose }: { charge: Charge; onClose: () => void }) {
  const { mutateAsync: remove } = useRemoveCharge()
  return (
    <ConfirmDialog
      title={`Ta bort ${charge.name}?`}
      text="Abonnemanget och dess historik försvinner. Det finns inte på något underlag."
      confirmLabel="Ta bort"
      isDanger
      isOpen
      onConfirm={async () => {
        if (await attempt('Kunde inte ta bort abonnemanget', () => remove(charge.id), 'Abonnemanget är borttaget'))
          onClose()
      }}
      onClose={onClose}
    />
  )
}
