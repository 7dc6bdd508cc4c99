import ArchiveRestore from 'lucide-react/icons/archive-arrow-up'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash'
import { useCallback } from 'react'
import { attempt } from '#shared/ui/failure-toast.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { Notes } from '#shared/ui/notes.tsx'
import { type Column, Table, type TableProps } from '#shared/ui/table.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { type Equipment, equipmentLabels } from '../equipment.contract.ts'
import { useArchiveEquipment, useRestoreEquipment } from './equipment.api.ts'
import { Warranty } from './warranty.tsx'

const columns: readonly Column<Equipment>[] = [
  {
    key: 'name',
    header: equipmentLabels.name,
    cell: ({ name }) => name,
    onPhone: 'title',
    grows: true,
    width: 'w-[24%]',
  },
  { key: 'type', header: equipmentLabels.type, cell: ({ type }) => type, width: 'w-32' },
  { key: 'model', header: equipmentLabels.model, cell: ({ model }) => model, grows: true, width: 'w-[18%]' },
  { key: 'serial', header: equipmentLabels.serial, cell: ({ serial }) => serial, width: 'w-40' },
  { key: 'place', header: equipmentLabels.place, cell: ({ place }) => place, grows: true, width: 'w-[14%]' },
  {
    key: 'warranty',
    header: equipmentLabels.warrantyUntil,
    cell: ({ warrantyUntil }) => warrantyUntil && <Warranty until={warrantyUntil} />,
    width: 'w-52',
  },
  {
    key: 'note',
    header: equipmentLabels.note,
    cell: ({ note }) => <Notes text={note} />,
    grows: true,
    width: 'w-[20%]',
  },
]

type Props = Pick<
  TableProps<Equipment>,
  'rows' | 'hasMore' | 'isLoadingMore' | 'hasLoadFailed' | 'onLoadMore' | 'empty'
> & {
  onChange: (row: Equipment) => void
}

export function EquipmentTable({ onChange, ...list }: Props) {
  const actions = useCallback((row: Equipment) => <Actions row={row} onChange={onChange} />, [onChange])
  return (
    <Table
      label="Utrustning"
      columns={columns}
      rowKey={({ id }) => id}
      loadingText="Laddar utrustning …"
      stacksBelow="lg"
      actions={actions}
      {...list}
    />
  )
}

function Actions({ row, onChange }: { row: Equipment; onChange: (row: Equipment) => void }) {
  const { archive, restore } = useMoves()
  if (row.isArchived)
    return (
      <IconButton
        icon={ArchiveRestore}
        label={`Återställ ${row.name}`}
        tooltip="Återställ"
        onPress={() => void restore(row)}
      />
    )
  return (
    <>
      <IconButton icon={Pencil} label={`Ändra ${row.name}`} tooltip="Ändra" onPress={() => onChange(row)} />
      <IconButton
        icon={Trash2}
        label={`Ta bort ${row.name}`}
        tooltip="Ta bort"
        tone="danger"
        onPress={() => void archive(row)}
      />
    </>
  )
}

/** Takes equipment out of use and back, with a toast that offers to undo. Uses mutateAsync, as the row's buttons unmount. */
function useMoves() {
  const { mutateAsync: archive } = useArchiveEquipment()
  const { mutateAsync: restore } = useRestoreEquipment()
  const back = ({ id }: Equipment) =>
    attempt('Kunde inte återställa utrustning', () => restore(id), 'Utrustning återställd')
  const out = (row: Equipment) =>
    attempt('Kunde inte ta bort utrustning', async () => {
      await archive(row.id)
      const undo = async () => ((await back(row)) ? row.id : undefined)
      showToast({ title: 'Utrustning borttagen', tone: 'success', undo })
    })
  return { archive: out, restore: back }
}
