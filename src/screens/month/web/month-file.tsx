import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import type { StateSum } from '#features/billing/invoice-bases.contract.ts'
import { month as ofMonth } from '#features/billing/month.contract.ts'
import { monthFileName } from '#features/billing/month-file.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { CheckboxInput } from '#shared/ui/checkbox-input.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { call } from '#shared/web/call.ts'
import { saveFile } from '#shared/web/save-file.ts'

/** The month's lines as a file for a ledger program, once something is approved or billed. */
export function MonthFile({ month, sums }: { month: string; sums: readonly StateSum[] }) {
  const [chosen, setChosen] = useState<boolean>()
  const count = (state: StateSum['state']) => sums.find((sum) => sum.state === state)?.count ?? 0
  const [approved, billed] = [count('approved'), count('billed')]
  if (approved + billed === 0) return null
  const isWithApproved = approved > 0 && (chosen ?? billed === 0)
  const save = async () => {
    const query = { month, ...(isWithApproved && { approved: 'true' }) }
    saveFile(await call(ofMonth.csv, { query }), monthFileName(month))
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Button icon={Download} onPress={() => void attempt('Kunde inte hämta CSV-filen', save, 'CSV-fil hämtad')}>
        Hämta som CSV
      </Button>
      {approved > 0 && <CheckboxInput label="Även godkända" value={isWithApproved} onChange={setChosen} />}
    </div>
  )
}
