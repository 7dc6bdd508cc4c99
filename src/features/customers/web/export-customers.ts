import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { todayInStockholm } from '#shared/dates.rules.ts'
import type { MenuAction } from '#shared/ui/action-menu.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import type { RegisterFilter } from '#shared/web/register-filter.ts'
import { saveFile } from '#shared/web/save-file.ts'
import { contactsFileName } from '../contacts-csv.rules.ts'
import { customersFileName } from '../customers-csv.rules.ts'
import { exportContacts } from './contact-import.api.ts'
import { exportCustomers, exportWithPersonalNumbers } from './customers.api.ts'

const files = [
  {
    label: 'Exportera kunder',
    accessibleName: 'Exportera kunder som CSV',
    fileName: customersFileName,
    failed: 'Kunde inte exportera kunder',
    fetchFile: exportCustomers,
  },
  {
    label: 'Exportera kunder med personnummer',
    accessibleName: 'Exportera kunder med enskilda firmors personnummer som CSV',
    fileName: customersFileName,
    failed: 'Kunde inte exportera kunder',
    fetchFile: exportWithPersonalNumbers,
  },
  {
    label: 'Exportera kontakter',
    accessibleName: 'Exportera kontakter som CSV',
    fileName: contactsFileName,
    failed: 'Kunde inte exportera kontakter',
    fetchFile: exportContacts,
  },
] as const

/** Actions that download all matching customers, or their contacts, as CSV. */
export function useExports(filter: RegisterFilter, total: number | undefined): MenuAction[] {
  const [exporting, setExporting] = useState<string>()
  const save = async ({ label, fileName, failed, fetchFile }: (typeof files)[number]) => {
    setExporting(label)
    const download = async () => saveFile(await fetchFile(filter), fileName(todayInStockholm()))
    await attempt(failed, download, 'CSV-fil exporterad')
    setExporting(undefined)
  }
  return files.map((one) => ({
    label: one.label,
    accessibleName: one.accessibleName,
    icon: Download,
    onPress: () => void save(one),
    isPending: exporting === one.label,
    disabledReason: total === 0 ? 'Ingen data att exportera' : undefined,
  }))
}
