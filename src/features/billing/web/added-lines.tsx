import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { formatQuantity } from '#features/time/expenses.rules.ts'
import { formatKronor } from '#shared/money.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'
import type { FreeLine } from '../discount-fields.contract.ts'
import type { InvoiceBasis } from '../invoice-bases.contract.ts'
import { basisDiscountKey, freeLineKey, recoverableFreeLine } from './discount-recovery.ts'
import { basisDiscountText } from './discount-text.ts'
import { useAddFreeLine, useRemoveFreeLine } from './discounts.api.ts'

const FreeLineDialog = lazyPart(() => import('./free-line.dialog.tsx').then((m) => m.FreeLineDialog))
const BasisDiscountDialog = lazyPart(() => import('./basis-discount.dialog.tsx').then((m) => m.BasisDiscountDialog))

type Open = 'none' | 'new line' | 'discount' | FreeLine

function openAtFirst(basisId: string): Open {
  if (hasFormSnapshot(basisDiscountKey(basisId))) return 'discount'
  return recoverableFreeLine(basisId) ?? (hasFormSnapshot(freeLineKey(basisId)) ? 'new line' : 'none')
}

/** Egna rader och rabatt: what staff add to a draft by hand. A dialog with text stays when a colleague sends the draft. */
export function AddedLines({ basis }: { basis: InvoiceBasis }) {
  const [open, setOpen] = useState(() => openAtFirst(basis.id))
  const close = () => setOpen('none')
  return (
    <>
      {basis.state === 'draft' && <Added basis={basis} onOpen={setOpen} />}
      {open === 'discount' && <BasisDiscountDialog basis={basis} onClose={close} />}
      {open !== 'discount' && open !== 'none' && (
        <FreeLineDialog basisId={basis.id} row={open === 'new line' ? undefined : open} onClose={close} />
      )}
    </>
  )
}

function Added({ basis, onOpen }: { basis: InvoiceBasis; onOpen: (open: Open) => void }) {
  const discount = basisDiscountText(basis.discount)
  return (
    <Card
      title="Egna rader och rabatt"
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onPress={() => onOpen('new line')}>
            Lägg till rad
          </Button>
          <Button size="sm" onPress={() => onOpen('discount')}>
            {discount ? 'Ändra rabatt' : 'Ge rabatt'}
          </Button>
        </div>
      }
    >
      {basis.freeLines.length === 0 && !discount && (
        <p className="text-ink-soft">
          Sådant som inte är tid, resor, material eller abonnemang. Det följer med när underlaget görs om.
        </p>
      )}
      {basis.freeLines.length > 0 && (
        <ul aria-label="Egna rader" className="divide-y divide-line">
          {basis.freeLines.map((line) => (
            <Line key={line.id} basisId={basis.id} line={line} onChange={() => onOpen(line)} />
          ))}
        </ul>
      )}
      {discount && <p className="min-h-10 py-2">{discount}</p>}
    </Card>
  )
}

type LineProps = { basisId: string; line: FreeLine; onChange: () => void }

function Line({ basisId, line, onChange }: LineProps) {
  const remove = useRemoveWithUndo(basisId)
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-4 py-1">
      <span className="min-w-40 flex-1 wrap-anywhere">{line.text}</span>
      <span className="shrink-0 text-right tabular-nums">
        {formatQuantity(line.hundredths, line.unit)} à {formatKronor(line.priceOre)}
      </span>
      <span className="ml-auto flex shrink-0">
        <IconButton icon={Pencil} label={`Ändra ${line.text}`} tooltip="Ändra" onPress={onChange} />
        <IconButton
          icon={Trash2}
          label={`Ta bort ${line.text}`}
          tooltip="Ta bort"
          tone="danger"
          onPress={() => void remove(line)}
        />
      </span>
    </li>
  )
}

function useRemoveWithUndo(basisId: string) {
  const { mutateAsync: remove } = useRemoveFreeLine()
  const { mutateAsync: add } = useAddFreeLine()
  return ({ id, article, version: _version, ...line }: FreeLine) => {
    const again = { ...line, articleId: article?.id ?? null }
    const undo = async () => {
      const idempotencyKey = crypto.randomUUID()
      return (await attempt('Kunde inte ångra', () => add({ basisId, line: again, idempotencyKey }))) ? id : undefined
    }
    return attempt('Kunde inte ta bort raden', async () => {
      await remove(id)
      showToast({ title: 'Rad borttagen', tone: 'success', undo })
    })
  }
}
