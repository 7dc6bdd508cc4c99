import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import type { RegisterFilter } from '#shared/web/register-filter.ts'
import { saveFile } from '#shared/web/save-file.ts'
import { contactsFileName } from '../contacts-csv.rules.ts'
import { customersFileName } from '../customers-csv.rules.ts'
import { exportContacts } from './contact-import.api.ts'
import { exportCustomers } from './customers.api.ts'

type Props = { filter: RegisterFilter; total: number | undefined }

/** Downloads all matching customers, or their contacts, as CSV. */
export const ExportCustomers = ({ filter, total }: Props) => (
  <>
    <Export
      label="Exportera"
      accessibleName="Exportera CSV"
      total={total}
      fileName={customersFileName}
      failed="Kunde inte exportera kunder"
      fetchFile={() => exportCustomers(filter)}
    />
    <Export
      label="Exportera kontakter"
      accessibleName="Exportera kontakter som CSV"
      total={total}
      fileName={contactsFileName}
      failed="Kunde inte exportera kontakter"
      fetchFile={() => exportContacts(filter)}
    />
  </>
)

type ExportProps = {
  label: string
  accessibleName: string
  fileName: (date: string) => string
  fetchFile: () => ReturnType<typeof exportCustomers>
  failed: string
  total: number | undefined
}

function Export({ label, accessibleName, fileName, fetchFile, failed, total }: ExportProps) {
  const [isExporting, setExporting] = useState(false)
  const save = async () => {
    setExporting(true)
    await attempt(failed, async () => saveFile(await fetchFile(), fileName(todayInStockholm())), 'CSV-fil exporterad')
    setExporting(false)
  }
  return (
    <Button
      icon={Download}
      onPress={() => void save()}
      accessibleName={accessibleName}
      isPending={isExporting}
      pendingText="Exporterar..."
      {...(total === 0 && { disabledReason: 'Ingen data att exportera' })}
    >
      {label}
    </Button>
  )
}
