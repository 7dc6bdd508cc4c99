import { customerPath } from '#customers/customers.rules.ts'
import { Button } from '#lib/ui/button.tsx'
import { lazyPart } from '#lib/ui/lazy-part.tsx'
import { Link } from '#lib/ui/link.tsx'
import { useTransitionState } from '#lib/ui/transition-state.ts'
import { hasFormSnapshot } from '#lib/web/form-recovery.ts'
import type { NamedEquipment } from '../equipment.contract.ts'
import { ticketEquipmentKey } from './equipment-recovery.ts'
import { Warranty } from './warranty.tsx'

const ChooseEquipmentDialog = lazyPart(() =>
  import('./choose-equipment.dialog.tsx').then((m) => m.ChooseEquipmentDialog),
)

type Props = { ticketId: string; customerId: string; equipment: NamedEquipment[] }

/** What a ticket is about, and the dialog that changes it. */
export function TicketEquipment({ ticketId, customerId, equipment }: Props) {
  const [isOpen, setOpen] = useTransitionState(hasFormSnapshot(ticketEquipmentKey(ticketId)))
  return (
    <>
      {/* Paper has no button. */}
      {equipment.length === 0 && <span className="hidden print:inline">Ingen</span>}
      {equipment.length > 0 && (
        <ul className="mb-1 grid gap-1.5">
          {equipment.map(({ id, name, model, serial, warrantyUntil }) => (
            <li key={id}>
              <Link
                to={`${customerPath(customerId, '/equipment')}?search=${encodeURIComponent(serial ?? name)}`}
                isQuiet
              >
                {name}
              </Link>
              <span className="block text-sm text-ink-soft">{[model, serial].filter(Boolean).join(' · ')}</span>
              {warrantyUntil && (
                <span className="block text-sm text-ink-soft">
                  Garanti till <Warranty until={warrantyUntil} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <Button
        size="sm"
        variant="quiet"
        onPress={() => setOpen(true)}
        accessibleName={`${labelOf(equipment)} utrustning`}
      >
        {labelOf(equipment)}
      </Button>
      {isOpen && (
        <ChooseEquipmentDialog
          ticketId={ticketId}
          customerId={customerId}
          chosen={equipment}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const labelOf = (equipment: NamedEquipment[]) => (equipment.length > 0 ? 'Ändra' : 'Välj')
