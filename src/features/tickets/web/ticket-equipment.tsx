import { customerPath } from '#features/customers/customers.rules.ts'
import type { NamedEquipment } from '#features/equipment/equipment.contract.ts'
import { ticketEquipmentKey } from '#features/equipment/web/equipment-recovery.ts'
import { Warranty } from '#features/equipment/web/warranty.tsx'
import { Button } from '#shared/ui/button.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { Link } from '#shared/ui/link.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'

const ChooseEquipmentDialog = lazyPart(() =>
  import('#features/equipment/web/choose-equipment.dialog.tsx').then((m) => m.ChooseEquipmentDialog),
)

type Props = { ticketId: string; customerId: string; equipment: NamedEquipment[] }

/** The equipment that a ticket is about, and the dialog that changes it. */
export function TicketEquipment({ ticketId, customerId, equipment }: Props) {
  const [isOpen, setOpen] = useTransitionState(hasFormSnapshot(ticketEquipmentKey(ticketId)))
  return (
    <>
      {/* Printed instead of the button. */}
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
