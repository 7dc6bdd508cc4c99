import { Button } from '#shared/ui/button.tsx'
import { formatDateTime } from '#shared/ui/format.ts'
import type { VaultContent } from '../vault.contract.ts'

/** The text that another user saved meanwhile, above the form. */
export function VaultConflict({ current, onTake }: { current: VaultContent; onTake: () => void }) {
  const { text, savedBy, savedAt } = current
  return (
    <section role="alert" className="mb-4 rounded-md border border-accent bg-accent-soft p-4">
      <h3 className="font-semibold">
        {savedBy ?? 'Någon annan'} hann spara{savedAt && ` ${formatDateTime(savedAt)}`}. Så här står det nu:
      </h3>
      <pre className="mt-2 max-h-80 overflow-auto whitespace-pre-wrap rounded-sm border border-line bg-surface p-3 font-mono text-sm">
        {text || '(tomt)'}
      </pre>
      <p className="mt-2 text-ink-soft">
        Det du har skrivit står kvar nedanför. Spara för att ersätta det sparade med din text, eller ta det sparade.
        Båda finns sedan bland versionerna om du sparar.
      </p>
      <div className="mt-3">
        <Button size="sm" onPress={onTake}>
          Ta det sparade
        </Button>
      </div>
    </section>
  )
}
