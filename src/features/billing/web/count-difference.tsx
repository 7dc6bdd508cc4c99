import { useIsAdmin } from '#features/auth/web/me.ts'
import { Button } from '#shared/ui/button.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { LinkButton } from '#shared/ui/link-button.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { hundredthsText } from '../charge-texts.rules.ts'
import type { CountDifference } from '../counted.contract.ts'
import { useRemoveChargeRow, useSetQuantity } from './charges.api.ts'
import { countedOnText, differenceText } from './count-text.ts'

export const IMPORT_COUNTS = '/backoffice/invoice-bases/antal'

type Props = { difference: CountDifference; hasName?: boolean }

/** A charge that differs from what counts it, with the press that corrects it from the suggested date. */
export function ShownDifference({ difference, hasName = false }: Props) {
  const isAdmin = useIsAdmin()
  const { mutateAsync: setQuantity, isPending } = useSetQuantity()
  const { mutateAsync: removeRow } = useRemoveChargeRow()
  const { chargeId: id, name, unitName, from, countedHundredths, replacedHundredths } = difference
  const undo = async () => {
    const done =
      replacedHundredths === null
        ? () => removeRow({ id, rows: 'quantities', validFrom: from })
        : () => setQuantity({ id, body: { validFrom: from, hundredths: replacedHundredths } })
    return (await attempt('Kunde inte ångra', done, 'Antalet är som förut')) ? id : undefined
  }
  const correct = (hundredths: number) =>
    attempt('Kunde inte ändra antalet', async () => {
      await setQuantity({ id, body: { validFrom: from, hundredths } })
      showToast({ title: `${hundredthsText(hundredths)} ${unitName} ${name} från ${from}`, tone: 'success', undo })
    })
  return (
    <span className="grid justify-items-start gap-1 py-1 text-sm">
      <span className="text-accent-ink">
        {hasName && `${name}: `}
        {differenceText(difference)}
      </span>
      <span className="text-ink-soft">{countedOnText(difference)}</span>
      {countedHundredths === null ? (
        <LinkButton size="sm" to={IMPORT_COUNTS}>
          Importera lista
        </LinkButton>
      ) : (
        isAdmin && (
          <Button
            size="sm"
            accessibleName={`Rätta ${name} till ${hundredthsText(countedHundredths)} ${unitName} från ${from}`}
            onPress={() => void correct(countedHundredths)}
            isPending={isPending}
            pendingText="Sparar..."
          >
            {`Rätta från ${from}`}
          </Button>
        )
      )}
    </span>
  )
}
