import Trash2 from 'lucide-react/icons/trash'
import { useCallback } from 'react'
import { CheckedState } from '#features/files/web/checked-state.tsx'
import { SaveFile } from '#features/files/web/save-file.tsx'
import { formatBytes } from '#shared/bytes.rules.ts'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { attempt } from '#shared/ui/failure-toast.ts'
import { formatDate } from '#shared/ui/format.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { SwitchInput } from '#shared/ui/switch.tsx'
import { type Column, Table, type TableProps } from '#shared/ui/table.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import type { CustomerDocument } from '../documents.contract.ts'
import { useRemoveDocument, useShowDocument } from './documents.api.ts'

const columns: readonly Column<CustomerDocument>[] = [
  { key: 'name', header: 'Namn', cell: (row) => <Name row={row} />, onPhone: 'title', grows: true, width: 'w-[40%]' },
  { key: 'bytes', header: 'Storlek', cell: ({ bytes }) => formatBytes(bytes), width: 'w-24' },
  { key: 'created', header: 'Tillagt', cell: ({ createdAt }) => formatDate(createdAt), width: 'w-28' },
  { key: 'by', header: 'Av', cell: ({ addedBy }) => addedBy, grows: true, width: 'w-[20%]' },
  { key: 'shown', header: 'Portalen', cell: (row) => <Shown row={row} />, width: 'w-48' },
]

type Props = Pick<
  TableProps<CustomerDocument>,
  'rows' | 'hasMore' | 'isLoadingMore' | 'hasLoadFailed' | 'onLoadMore' | 'empty'
>

export function DocumentTable(list: Props) {
  const { open, dialog } = useRemoval()
  const actions = useCallback(
    (row: CustomerDocument) => (
      <>
        {row.state === 'ready' && <SaveFile file={row} />}
        <IconButton
          icon={Trash2}
          label={`Ta bort ${row.name}`}
          tooltip="Ta bort"
          tone="danger"
          onPress={() => open(row)}
        />
      </>
    ),
    [open],
  )
  return (
    <>
      <Table
        label="Dokument"
        columns={columns}
        rowKey={({ id }) => id}
        loadingText="Laddar dokument …"
        stacksBelow="lg"
        actions={actions}
        {...list}
      />
      {dialog}
    </>
  )
}

const Name = ({ row }: { row: CustomerDocument }) => (
  <>
    {row.name}
    <CheckedState file={row} />
  </>
)

/** Shows the new value while it is being saved, and the stored one after a failure. */
function Shown({ row: { id, isShown } }: { row: CustomerDocument }) {
  const { mutateAsync, variables, isPending } = useShowDocument()
  const show = (value: boolean) => attempt('Kunde inte ändra dokument', () => mutateAsync({ id, isShown: value }))
  return (
    <SwitchInput
      label="Visa i portalen"
      value={isPending && variables ? variables.isShown : isShown}
      onChange={(value) => void show(value)}
    />
  )
}

function useRemoval() {
  const [removed, setRemoved] = useTransitionState<CustomerDocument>()
  const { mutateAsync } = useRemoveDocument()
  const confirm = async ({ id }: CustomerDocument) => {
    await attempt('Kunde inte ta bort dokument', () => mutateAsync(id), 'Dokument borttaget')
    setRemoved(undefined)
  }
  const dialog = removed && (
    <ConfirmDialog
      isOpen
      isDanger
      title="Ta bort dokument"
      text={`${removed.name} tas bort för gott, också ur kundens portal.`}
      confirmLabel="Ta bort"
      onConfirm={() => confirm(removed)}
      onClose={() => setRemoved(undefined)}
    />
  )
  return { open: setRemoved, dialog }
}
