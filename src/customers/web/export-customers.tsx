import { Download } from 'lucide-react'
import { useState } from 'react'
import { todayInStockholm } from '#lib/dates.rules.ts'
import { Button } from '#lib/ui/button.tsx'
import { showToast } from '#lib/ui/toast.tsx'
import { messageOf } from '#lib/web/forms.ts'
import { saveFile } from '#lib/web/save-file.ts'
import { type CustomerListFilter, exportCustomers } from './customers.api.ts'

type Props = { filter: CustomerListFilter; total: number | undefined }

/** Downloads all customers that match the filter as CSV. */
export function ExportCustomers({ filter, total }: Props) {
  const [isExporting, setExporting] = useState(false)
  const save = async () => {
    setExporting(true)
    try {
      saveFile(await exportCustomers(filter), `kunder_${todayInStockholm()}.csv`)
      showToast({ title: 'CSV-fil exporterad', tone: 'success' })
    } catch (error) {
      showToast({ title: 'Kunde inte exportera kunder', text: messageOf(error), tone: 'error' })
    }
    setExporting(false)
  }
  return (
    <Button
      icon={Download}
      onPress={() => void save()}
      accessibleName="Exportera CSV"
      isBusy={isExporting}
      busyText="Exporterar..."
      {...(total === 0 && { disabledReason: 'Ingen data att exportera' })}
    >
      Exportera
    </Button>
  )
}
